#include "app/capture/pipeline_source.h"

#include <cstdio>
#include <future>
#include <utility>

#include "app/capture/picture_text.h"
#include "app/capture/pipeline.h"
#include "app/capture/video_source.h"

namespace evenkeel {
namespace {

constexpr Duration pull_slice = 100ms;  // how soon a failure or stop() is noticed
constexpr Duration notice_period = 200ms;
constexpr Duration retry_period = 1s;

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
  pool_.give_back();
  const std::lock_guard lock(mutex_);
  state_ = {SourceState::Kind::starting, config_.what + " is starting", 0, 0, 0};
}

SourceState PipelineSource::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void PipelineSource::run(const std::stop_token& stop, const PictureSink& sink) {
  Opened opened = open(stop);
  while (!stop.stop_requested()) {
    const std::string why = opened.pipeline ? play(stop, sink, opened) : opened.error;
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
    if (const auto failure = out.pipeline->failure()) out.error = *failure;
    if (!out.first && out.pipeline->at_end()) out.error = "it ends without a picture";
    if (!out.first && monotonic_now() > limit) out.error = silence_text(config_.first_limit);
  }
  if (!out.first) out.pipeline.reset();
  return out;
}

/// Closes and opens in a thread of its own: this can take seconds, during which the notice must go on.
PipelineSource::Opened PipelineSource::reopen(const std::stop_token& stop, const PictureSink& sink, Opened lost) {
  while (!stop.stop_requested()) {
    std::future<Opened> attempt = std::async(std::launch::async, [this, &stop, old = std::move(lost)]() mutable {
      old = {};
      return sleep_until(monotonic_now() + retry_period, stop) ? open(stop) : Opened{};
    });
    do {
      deliver_notice(sink);
    } while (attempt.wait_for(notice_period) != std::future_status::ready && !stop.stop_requested());
    lost = attempt.get();
    if (lost.pipeline) return lost;
    set_lost(lost.error);
  }
  return {};
}

/// Delivers until the pipeline fails, and returns why.
std::string PipelineSource::play(const std::stop_token& stop, const PictureSink& sink, Opened& opened) {
  Pipeline& pipeline = *opened.pipeline;
  SampleHandle sample = std::move(opened.first);
  LocalTime last = monotonic_now();
  while (!stop.stop_requested()) {
    if (sample) {
      if (!deliver(sink, pipeline, sample.get())) return "its pictures cannot be read";
      last = monotonic_now();
    } else {
      if (const auto failure = pipeline.failure()) return *failure;
      if (pipeline.at_end() && !begin_again(stop, pipeline, last)) return "it has ended";
      if (monotonic_now() - last > config_.silence_limit) return silence_text(config_.silence_limit);
    }
    sample = pipeline.pull(pull_slice);
  }
  return "stopped";
}

bool PipelineSource::deliver(const PictureSink& sink, const Pipeline& pipeline, GstSample* sample) {
  const std::shared_ptr<Picture> picture = copy_picture(sample, pool_);
  if (!picture) return false;
  picture->capture_time = monotonic_now() - (config_.aged ? pipeline.age_of(sample) : Duration::zero());
  set_running(picture->width, picture->height, frame_rate_of(sample));
  sink(picture);
  return true;
}

/// Keeps the size of the pictures before the loss, so that the encoder needs no new size.
void PipelineSource::deliver_notice(const PictureSink& sink) {
  const SourceState now = state();
  const int width = now.width > 0 ? now.width : config_.request.width;
  const int height = now.height > 0 ? now.height : config_.request.height;
  const std::shared_ptr<Picture> picture = pool_.take(width, height);
  draw_notice(*picture, config_.heading, config_.line);
  picture->capture_time = monotonic_now();
  sink(picture);
}

/// The last picture of a file is shown as long as the others.
bool PipelineSource::begin_again(const std::stop_token& stop, Pipeline& pipeline, LocalTime last) const {
  const double fps = state().fps;
  return config_.loop && sleep_until(last + from_seconds(1 / (fps > 0 ? fps : 25)), stop) && pipeline.rewind();
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
