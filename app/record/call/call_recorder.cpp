#include "app/record/call/call_recorder.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <filesystem>

#include "core/net/clock.h"

namespace evenkeel {
namespace {

// Who brings sound does not wake who writes it. The queues hold far more than comes in between.
constexpr auto write_interval = 200ms;
// A player that is told to go to some time begins to decode at the key frame before it.
constexpr Duration between_key_frames = 30s;
constexpr Duration key_frame_wait = 2s;  // until it is asked for again

std::string first_of(const std::array<std::string, 3>& sentences) {
  const auto found = std::ranges::find_if(sentences, [](const std::string& sentence) { return !sentence.empty(); });
  return found == sentences.end() ? std::string() : *found;
}

std::string count(std::uint64_t number, const std::string& what) {
  return std::to_string(number) + ' ' + what + (number == 1 ? "" : "s");
}

/// Of an earlier recording of the name: it must not stand beside these pictures if there is no sound with them.
void remove_earlier(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
}

void sleep(Duration duration, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any nothing;
  std::unique_lock lock(mutex);
  nothing.wait_for(lock, stop, duration, [] { return false; });
}

}  // namespace

void CallRecorder::start(const std::string& path, DataSize limit, RecordingFormat format, RecordedPictures pictures) {
  const std::lock_guard lock(control_mutex_);
  end_recording();
  zero_->reset();
  size_ = 0;
  length_ = 0;
  webm_.start("", limit, zero_);
  webm_lost_.clear();
  {
    const std::lock_guard pairs_lock(pairs_mutex_);
    timeline_ = {};
  }
  // Said first, or a frame as it came would get into a file of pairs; made once the file takes the first pair, whose
  // key frame all others need.
  has_pairs_ = format == RecordingFormat::webm && pictures == RecordedPictures::both;
  takes_sent_ = format == RecordingFormat::webm && pictures == RecordedPictures::sent;
  format == RecordingFormat::webm ? start_webm(path, limit) : start_ivf(path, limit);
  if (has_pairs_) start_pairs();
  running_ = true;
}

void CallRecorder::start_ivf(const std::string& path, DataSize limit) {
  pictures_.start(path, limit, zero_);
  const auto sound = sound_recordings_beside(path);
  received_.start(sound ? sound->received : "", limit, zero_);
  sent_.start(sound ? sound->sent : "", limit, zero_);
  tell();
  // It tells size and length also where no sound is written, as beside a pipe.
  writer_ = std::jthread([this](const std::stop_token& stop) { write_sound(stop); });
}

void CallRecorder::start_webm(const std::string& path, DataSize limit) {
  pictures_.start("", limit, zero_);
  received_.start("", limit, zero_);
  sent_.start("", limit, zero_);
  webm_path_ = path;
  webm_.start(path, limit, zero_);
  key_frame_ = {};
  webm_pictures_.open();
  received_.queue.open();
  sent_.queue.open();
  tell();
  writer_ = std::jthread([this](const std::stop_token& stop) { write_webm(stop); });
}

void CallRecorder::start_pairs() {
  const auto place = [this](std::uint32_t rtp_timestamp, LocalTime shown) { return this->place(rtp_timestamp, shown); };
  const auto record = [this](PictureQueue::Frame frame) { webm_pictures_.push(std::move(frame)); };
  auto pairs = std::make_unique<PairThread>(place, record);
  {
    const std::lock_guard lock(pairs_mutex_);
    pairs_ = std::move(pairs);
  }
  if (call_.takes_pairs) call_.takes_pairs();
}

// The thread of the recording may be some moments behind: what it knows changes slowly.
LocalTime CallRecorder::place(std::uint32_t rtp_timestamp, LocalTime shown) const {
  const std::lock_guard lock(pairs_mutex_);
  return timeline_.time_of(RemoteTimeline::Stream::picture, rtp_timestamp, shown);
}

void CallRecorder::stop() {
  const std::lock_guard lock(control_mutex_);
  end_recording();
}

void CallRecorder::end_recording() {
  running_ = false;
  has_pairs_ = false;
  takes_sent_ = false;
  std::unique_ptr<PairThread> pairs;
  {
    const std::lock_guard lock(pairs_mutex_);
    pairs.swap(pairs_);
  }
  pairs.reset();  // waits for its thread, which asks for place()
  received_.queue.close();
  sent_.queue.close();
  webm_pictures_.close();
  pictures_.stop();
  writer_ = {};
}

void CallRecorder::on_frame(const ReceivedFrame& frame) {
  pictures_.on_frame(frame);
  if (has_pairs_) {
    arrivals_.push({frame.rtp_timestamp, frame.completed});
  } else if (webm_pictures_.push(frame)) {
    zero_->since(frame.completed);
  }
}

void CallRecorder::on_sent_frame(const EncodedFrame& frame) {
  if (!takes_sent_) return;
  if (webm_pictures_.push({frame.data, frame.key_frame, std::nullopt, frame.capture_time}))
    zero_->since(frame.capture_time);
}

void CallRecorder::on_shown(const std::shared_ptr<const Picture>& picture, std::uint32_t rtp_timestamp,
                            LocalTime shown) {
  if (!has_pairs_) return;
  const std::lock_guard lock(pairs_mutex_);
  if (pairs_) pairs_->on_received(picture, rtp_timestamp, shown);
}

void CallRecorder::on_own_picture(const std::shared_ptr<const Picture>& picture) {
  if (!has_pairs_) return;
  const std::lock_guard lock(pairs_mutex_);
  if (pairs_) pairs_->on_own(picture);
}

void CallRecorder::write_sound(const std::stop_token& stop) {
  for (bool last = false; !last;) {
    last = stop.stop_requested();
    received_.write_waiting();
    sent_.write_waiting();
    size_ = (pictures_.size() + received_.recorder.size() + sent_.recorder.size()).bytes();
    length_ = std::max({pictures_.length(), received_.recorder.length(), sent_.recorder.length()}).count();
    tell();
    if (!last) sleep(write_interval, stop);
  }
  received_.finish();
  sent_.finish();
  tell();
}

void CallRecorder::write_webm(const std::stop_token& stop) {
  for (bool last = false; !last;) {
    last = stop.stop_requested();
    // Before what it is about: a picture of another source is placed by its arrival until then.
    if (call_.reports) {
      if (const auto reports = call_.reports()) webm_.set_reports(*reports);
    }
    if (last || webm_.keeps_up()) take_waiting();
    webm_.step(monotonic_now());
    ask_for_key_frame(monotonic_now());
    size_ = webm_.size().bytes();
    length_ = webm_.length().count();
    tell();
    if (!last) sleep(write_interval, stop);
  }
  webm_.finish();
  webm_lost_ = webm_lost_text();
  tell();
}

void CallRecorder::take_waiting() {
  while (const auto arrival = arrivals_.pop()) webm_.on_arrival(arrival->rtp_timestamp, arrival->time);
  webm_pictures_.take(taken_);
  for (PictureQueue::Frame& frame : taken_) {
    if (frame.key_frame) key_frame_ = monotonic_now();
    webm_.on_picture(std::move(frame));
  }
  while (const auto packet = received_.queue.pop()) webm_.on_received_sound(*packet);
  while (const auto packet = sent_.queue.pop()) webm_.on_sent_sound(*packet);
  const std::lock_guard lock(pairs_mutex_);
  timeline_ = webm_.timeline();
}

void CallRecorder::ask_for_key_frame(LocalTime now) {
  const Duration pause = webm_pictures_.lacks_key_frame() ? key_frame_wait : between_key_frames;
  const bool over = !webm_.error().empty() || !webm_.end().empty();
  if (!call_.request_key_frame || over || has_pairs_ || now - key_frame_ < pause) return;
  key_frame_ = now;
  call_.request_key_frame();
}

void CallRecorder::tell() {
  const std::lock_guard lock(told_mutex_);
  error_ = first_of({received_.recorder.error(), sent_.recorder.error(), webm_.error()});
  end_ = first_of({received_.recorder.end(), sent_.recorder.end(), webm_.end()});
  writes_sound_or_webm_ = received_.recorder.writes() || webm_.writes();
  lost_ = received_.lost + (received_.lost.empty() || sent_.lost.empty() ? "" : " ") + sent_.lost + webm_lost_;
}

void CallRecorder::Side::start(const std::string& to, DataSize limit, const std::shared_ptr<RecordingZero>& zero) {
  path = to;
  lost.clear();
  recorder.start(to, limit, zero);
  if (to.empty()) return;
  remove_earlier(to);
  queue.open();
}

void CallRecorder::Side::write_waiting() {
  while (const auto packet = queue.pop()) recorder.on_packet(packet->payload(), packet->rtp_timestamp, packet->time);
}

void CallRecorder::Side::finish() {
  recorder.stop();
  lost = lost_text();
}

/// What is missing after the end of a file is not worth a word.
std::string CallRecorder::Side::lost_text() const {
  const std::uint64_t packets = path.empty() ? 0 : queue.lost();
  if (packets == 0 || !recorder.error().empty() || !recorder.end().empty()) return "";
  return "The recording '" + path + "' lacks " + count(packets, "packet") +
         " of sound: the disk was too slow for them.";
}

std::string CallRecorder::webm_lost_text() const {
  const std::uint64_t packets = received_.queue.lost() + sent_.queue.lost();
  const std::uint64_t pictures = webm_pictures_.lost();
  if (packets + pictures == 0 || !webm_.error().empty() || !webm_.end().empty()) return "";
  return "The recording '" + webm_path_ + "' lacks " + count(pictures, "picture") + " and " + count(packets, "packet") +
         " of sound: the disk was too slow for them.";
}

bool CallRecorder::writes_received() const {
  if (!running_) return false;
  const bool pictures = pictures_.writes();
  const std::lock_guard lock(told_mutex_);
  return pictures || writes_sound_or_webm_;
}

std::string CallRecorder::error() const {
  const std::string pictures = pictures_.error();
  const std::lock_guard lock(told_mutex_);
  return first_of({pictures, error_, ""});
}

// A limit was there to be read while it recorded.
std::string CallRecorder::end() const {
  const std::string pictures = pictures_.end();
  const std::lock_guard lock(told_mutex_);
  return first_of({lost_, pictures, end_});
}

}  // namespace evenkeel
