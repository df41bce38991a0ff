#include "app/capture/test_source.h"

#include <algorithm>
#include <cstdio>

#include "app/capture/video_source.h"

namespace evenkeel {
namespace {

constexpr Duration rest_interval = 1s;

/// In whole microseconds, so that the stamp in the picture equals the capture time.
LocalTime now_in_microseconds() {
  return LocalTime(std::chrono::floor<std::chrono::microseconds>(monotonic_now().time_since_epoch()));
}

}  // namespace

TestSource::TestSource(const VideoRequest& request, std::uint64_t seed)
    : request_(request), picture_(request.width, request.height, seed) {}

void TestSource::start(PictureSink sink) {
  stop();
  running_ = true;
  thread_ = std::jthread([this, sink = std::move(sink)](const std::stop_token& stop) { run(stop, sink); });
}

void TestSource::stop() {
  thread_ = {};
  running_ = false;
  pool_.give_back();
}

void TestSource::rest(bool rests) {
  {
    const std::lock_guard lock(mutex_);
    rests_ = rests;
  }
  changed_.notify_one();
}

// While it rests, one picture is due each second.
bool TestSource::sleep_until(LocalTime due, const std::stop_token& stop) {
  const auto at = [](LocalTime time) { return std::chrono::steady_clock::time_point(time.time_since_epoch()); };
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, stop, at(due + rest_interval), [&] { return !rests_; });
  changed_.wait_until(lock, stop, at(due), [] { return false; });
  return !stop.stop_requested();
}

void TestSource::run(const std::stop_token& stop, const PictureSink& sink) {
  const Duration period = from_seconds(1 / request_.fps);
  LocalTime due = monotonic_now();
  while (sleep_until(due, stop)) {
    const std::shared_ptr<Picture> picture = pool_.take(request_.width, request_.height);
    picture_.draw(*picture, now_in_microseconds());
    sink(picture);
    // After a delay the missed pictures are skipped; the deadlines stay on their grid.
    const Duration late = std::max(monotonic_now() - due, Duration::zero());
    due += (late / period + 1) * period;
  }
}

SourceState TestSource::state() const {
  char text[80];
  std::snprintf(text, sizeof text, "test picture, %dx%d at %g fps", request_.width, request_.height, request_.fps);
  return {running_ ? SourceState::Kind::running : SourceState::Kind::starting, text, request_.width, request_.height,
          request_.fps};
}

}  // namespace evenkeel
