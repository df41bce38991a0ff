#include "app/record/call_recorder.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <filesystem>

namespace evenkeel {
namespace {

// Who brings sound does not wake who writes it. The queues hold far more than comes in between.
constexpr auto write_interval = 200ms;

std::string first_of(const std::array<std::string, 3>& sentences) {
  const auto found = std::ranges::find_if(sentences, [](const std::string& sentence) { return !sentence.empty(); });
  return found == sentences.end() ? std::string() : *found;
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

void CallRecorder::start(const std::string& path, DataSize limit) {
  const std::lock_guard lock(control_mutex_);
  end_recording();
  zero_->reset();
  pictures_.start(path, limit, zero_);
  const auto sound = sound_recordings_beside(path);
  received_.start(sound ? sound->received : "", limit, zero_);
  sent_.start(sound ? sound->sent : "", limit, zero_);
  tell();
  if (sound) writer_ = std::jthread([this](const std::stop_token& stop) { write(stop); });
}

void CallRecorder::stop() {
  const std::lock_guard lock(control_mutex_);
  end_recording();
}

void CallRecorder::end_recording() {
  received_.queue.close();
  sent_.queue.close();
  pictures_.stop();
  writer_ = {};
}

void CallRecorder::write(const std::stop_token& stop) {
  for (bool last = false; !last;) {
    last = stop.stop_requested();
    received_.write_waiting();
    sent_.write_waiting();
    tell();
    if (!last) sleep(write_interval, stop);
  }
  received_.finish();
  sent_.finish();
  tell();
}

void CallRecorder::tell() {
  const std::lock_guard lock(told_mutex_);
  sound_error_ = first_of({received_.recorder.error(), sent_.recorder.error(), ""});
  sound_end_ = first_of({received_.recorder.end(), sent_.recorder.end(), ""});
  sound_lost_ = received_.lost + (received_.lost.empty() || sent_.lost.empty() ? "" : " ") + sent_.lost;
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
  const std::uint64_t packets = queue.lost();
  if (packets == 0 || !recorder.error().empty() || !recorder.end().empty()) return "";
  return "The recording '" + path + "' lacks " + std::to_string(packets) + (packets == 1 ? " packet" : " packets") +
         " of sound: the disk was too slow for them.";
}

std::string CallRecorder::error() const {
  const std::string pictures = pictures_.error();
  const std::lock_guard lock(told_mutex_);
  return first_of({pictures, sound_error_, ""});
}

// A limit was there to be read while it recorded.
std::string CallRecorder::end() const {
  const std::string pictures = pictures_.end();
  const std::lock_guard lock(told_mutex_);
  return first_of({sound_lost_, pictures, sound_end_});
}

}  // namespace evenkeel
