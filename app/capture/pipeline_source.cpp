#include "app/capture/pipeline_source.h"

#include <algorithm>
#include <cstdio>
#include <future>
#include <optional>
#include <utility>

#include "app/capture/picture_text.h"
#include "app/capture/pipeline.h"
#include "app/capture/video_source.h"
#include "app/process/run_beside.h"

namespace evenkeel {
namespace {

constexpr Duration pull_slice = 100ms;  // how soon a failure or stop() is noticed
constexpr Duration notice_period = 200ms;
constexpr Duration retry_period = 1s;
constexpr Duration quiet_opening = 1s;  // without a notice
constexpr Duration bus_period = 1s;     // messages are read so often while pictures come
constexpr Duration repeat_period = 500ms;
constexpr Duration file_rest_limit = 2s;  // for what comes of a file after its failure

std::string silence_text(Duration limit) {
  char text[40];
  std::snprintf(text, sizeof text, "no picture for %g s", to_seconds(limit));
  return text;
}

}  // namespace

PipelineSource::PipelineSource(PipelineSourceConfig config) : config_(std::move(config)) { state_.text = config_.what; }

void PipelineSource::start(PictureSink sink) {
  stop();
  thread_ = std::jthread([this, sink = std::move(sink)](const std::stop_token& stop) { run(stop, sink); });
}

void PipelineSource::stop() {
  thread_ = {};
  last_.reset();
  pool_.give_back();
  const std::lock_guard lock(mutex_);
  state_ = {SourceState::Kind::starting, config_.what + " is starting", 0, 0, 0};
}

SourceState PipelineSource::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void PipelineSource::run(const std::stop_token& stop, const PictureSink& sink) {
  Opened opened = open_with_notice(stop, sink, quiet_opening, [&] { return open(stop); });
  while (!stop.stop_requested()) {
    const bool is_file = config_.medium == Medium::video_file;
    std::string why = opened.error;
    if (opened.pipeline) why = is_file ? play_file(stop, sink, opened) : play_device(stop, sink, opened);
    if (stop.stop_requested()) break;  // closing may take seconds: nothing is lost meanwhile
    set_lost(why);
    opened = reopen(stop, sink, std::move(opened));
  }
}

PipelineSource::Opened PipelineSource::open(const std::stop_token& stop) const {
  Opened out;
  out.pipeline = config_.open(out.error);
  if (!out.pipeline) return out;
  out.pipeline->play();
  const LocalTime limit = monotonic_now() + config_.first_limit;
  while (!out.first && out.error.empty() && !stop.stop_requested()) {
    out.first = out.pipeline->pull(pull_slice);
    if (out.first) break;
    if (const auto failure = out.pipeline->failure(config_.medium)) {
      out.error = *failure;
    } else if (out.pipeline->at_end()) {
      out.error = "there is no video in it";
    } else if (config_.medium != Medium::video_file && monotonic_now() > limit) {
      out.error = silence_text(config_.first_limit);
    }
  }
  if (!out.first) out.pipeline.reset();
  return out;
}

/// In a thread of its own: this can take seconds. The notice begins after `quiet`.
PipelineSource::Opened PipelineSource::open_with_notice(const std::stop_token& stop, const PictureSink& sink,
                                                        Duration quiet, const std::function<Opened()>& attempt) {
  std::future<Opened> opened = run_beside(attempt);
  Duration wait = quiet;
  while (opened.wait_for(wait) != std::future_status::ready && !stop.stop_requested()) {
    deliver_notice(sink);
    wait = notice_period;
  }
  return opened.get();
}

PipelineSource::Opened PipelineSource::reopen(const std::stop_token& stop, const PictureSink& sink, Opened lost) {
  while (!stop.stop_requested()) {
    lost = open_with_notice(stop, sink, 0s, [&] {
      lost = {};  // closes it
      return sleep_until(monotonic_now() + retry_period, stop) ? open(stop) : Opened{};
    });
    if (lost.pipeline) return lost;
    set_lost(lost.error);
  }
  return {};
}

/// Delivers until the pipeline fails, and returns why.
std::string PipelineSource::play_device(const std::stop_token& stop, const PictureSink& sink, Opened& opened) {
  Pipeline& pipeline = *opened.pipeline;
  SampleHandle sample = std::move(opened.first);
  LocalTime last = monotonic_now(), read = last;
  while (!stop.stop_requested()) {
    const LocalTime now = monotonic_now();
    if (sample) {
      if (!deliver(sink, pipeline, sample.get())) return "its pictures cannot be read";
      last = now;
    }
    if (!sample || now - read > bus_period) {
      read = now;
      if (const auto failure = pipeline.failure(config_.medium)) return *failure;
    }
    if (!sample && pipeline.at_end()) return "it has ended";
    if (now - last > config_.silence_limit) return silence_text(config_.silence_limit);
    sample = pipeline.pull(pull_slice);
  }
  return "stopped";
}

/// Plays again and again; returns why that cannot go on.
std::string PipelineSource::play_file(const std::stop_token& stop, const PictureSink& sink, Opened& opened) {
  bool rewound = false;
  while (!stop.stop_requested()) {
    const Round round = play_once(stop, sink, opened);
    if (round.pictures == 0 && !rewound) return round.why;
    stand(stop, sink, config_.single ? LocalTime::max() : round.end);
    const bool whole = round.pictures > 0 && !round.broke_off;
    rewound = whole && opened.pipeline->at_end() && opened.pipeline->rewind();
    if (rewound) continue;
    opened = open(stop);
    if (!opened.pipeline) return opened.error;
  }
  return "stopped";
}

/// To its end. Pictures that wait for their time when the file breaks off are delivered first.
PipelineSource::Round PipelineSource::play_once(const std::stop_token& stop, const PictureSink& sink, Opened& opened) {
  Pipeline& pipeline = *opened.pipeline;
  SampleHandle sample = std::move(opened.first);
  Round round{.end = monotonic_now(), .why = "there is no video in it"};
  std::optional<LocalTime> failed;
  Duration position{}, longest{};
  for (LocalTime read = monotonic_now(); !stop.stop_requested(); sample = pipeline.pull(pull_slice)) {
    const LocalTime now = monotonic_now();
    if (sample) {
      round.why = "its pictures cannot be read";
      if (!deliver(sink, pipeline, sample.get())) return {0, now, round.why, true};
      ++round.pictures;
      round.end = now;
      const Duration before = std::exchange(position, pipeline.position_of(sample.get()));
      longest = std::max(longest, position - before);
    } else if (pipeline.at_end() || (failed && now - std::max(*failed, round.end) > file_rest_limit)) {
      break;
    } else if (last_ && now - last_time_ >= repeat_period) {
      deliver_again(sink);
    }
    if (sample && now - read < bus_period) continue;
    read = now;
    if (const auto failure = pipeline.failure(config_.medium)) {
      round.why = *failure;
      if (!failed) failed = now;
    }
  }
  if (const auto failure = pipeline.failure(config_.medium)) {  // the end may come before its reason is read
    round.why = *failure;
    failed = round.end;
  }
  round.broke_off = failed.has_value();
  // The length is that of the header: a file that is cut off ends sooner.
  const double fps = state().fps;
  const Duration rest = std::min(pipeline.length() - position, longest);
  round.end += std::max(from_seconds(1 / (fps > 0 ? fps : 25)), rest);
  return round;
}

/// The last picture stays.
void PipelineSource::stand(const std::stop_token& stop, const PictureSink& sink, LocalTime end) {
  while (sleep_until(std::min(end, last_time_ + repeat_period), stop) && monotonic_now() < end) deliver_again(sink);
}

bool PipelineSource::deliver(const PictureSink& sink, const Pipeline& pipeline, GstSample* sample) {
  const std::shared_ptr<Picture> picture = copy_picture(sample, pool_);
  if (!picture) return false;
  picture->capture_time = monotonic_now() - (config_.aged ? pipeline.age_of(sample) : Duration::zero());
  set_running(picture->width, picture->height, frame_rate_of(sample));
  if (config_.medium == Medium::video_file) last_ = picture;
  last_time_ = monotonic_now();
  sink(picture);
  return true;
}

void PipelineSource::deliver_again(const PictureSink& sink) {
  const std::shared_ptr<Picture> picture = pool_.take(last_->width, last_->height);
  *picture = *last_;
  picture->capture_time = last_time_ = monotonic_now();
  sink(picture);
}

/// Keeps the size of the pictures before the loss, so that the encoder needs no new size.
void PipelineSource::deliver_notice(const PictureSink& sink) {
  const SourceState now = state();
  const int width = now.width > 0 ? now.width : config_.request.width;
  const int height = now.height > 0 ? now.height : config_.request.height;
  const std::shared_ptr<Picture> picture = pool_.take(width, height);
  const bool opening = now.kind == SourceState::Kind::starting;
  draw_notice(*picture, opening ? "ONE MOMENT" : config_.heading, opening ? config_.opening : config_.line);
  picture->capture_time = monotonic_now();
  sink(picture);
}

void PipelineSource::set_running(int width, int height, double fps) {
  const std::lock_guard lock(mutex_);
  const bool same = state_.kind == SourceState::Kind::running && state_.width == width && state_.height == height;
  if (same) return;
  char text[60];
  std::snprintf(text, sizeof text, fps > 0 ? ", %dx%d at %g fps" : ", %dx%d", width, height, fps);
  state_ = {SourceState::Kind::running, config_.what + text, width, height, fps};
}

void PipelineSource::set_lost(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  state_.kind = SourceState::Kind::lost;
  state_.text = config_.what + " is lost: " + reason + "; " + config_.then;
}

}  // namespace evenkeel
