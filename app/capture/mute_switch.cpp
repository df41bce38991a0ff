#include "app/capture/mute_switch.h"

#include <algorithm>
#include <future>
#include <utility>

#include "app/capture/picture_text.h"
#include "app/process/run_beside.h"
#include "core/net/clock.h"

namespace evenkeel {

MuteSwitch::MuteSwitch(std::unique_ptr<VideoSource> source, const VideoRequest& request)
    : request_(request),
      source_(std::move(source)),
      width_(request.width),
      height_(request.height),
      fps_(request.fps) {}

void MuteSwitch::start(PictureSink sink) {
  stop();
  sink_ = std::move(sink);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void MuteSwitch::stop() { thread_ = {}; }

void MuteSwitch::mute(bool muted) {
  {
    const std::lock_guard lock(mutex_);
    muted_ = muted;
    covering_ = covering_ || muted;
  }
  changed_.notify_one();
}

void MuteSwitch::replace(std::unique_ptr<VideoSource> source) {
  {
    const std::lock_guard lock(mutex_);
    next_.swap(source);  // one that was never used ends without the lock
    covering_ = true;
  }
  changed_.notify_one();
}

SourceState MuteSwitch::state() const {
  std::unique_lock lock(mutex_);
  const std::shared_ptr<VideoSource> source = source_;
  lock.unlock();  // a source may keep its own lock while it delivers
  SourceState state = source->state();
  lock.lock();
  const char* const text = state.text.starts_with("camera") ? "video muted, camera off" : "video muted";
  if (muted_) state = {SourceState::Kind::running, text, width_, height_, fps_};
  return state;
}

void MuteSwitch::rest(bool rests) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(rests_, rests) != rests) source_->rest(rests);
}

/// Opens and closes the source. Closing may take seconds, during which the notices must go on.
void MuteSwitch::run(const std::stop_token& stop) {
  bool open = false;
  std::future<void> closing;
  LocalTime due = monotonic_now();
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const bool closed = !closing.valid() || closing.wait_for(0s) == std::future_status::ready;
    if (!open && closed && next_) {
      std::shared_ptr<VideoSource> old = std::exchange(source_, std::move(next_));
      lock.unlock();
      closing = {};  // which holds it too; what it has of others, as a screen, is given back now
      old.reset();
      lock.lock();
      continue;
    }
    if (open != wanted() && (open || closed)) {
      lock.unlock();  // a source may keep its own lock while it delivers
      if (open) {
        start_closing(closing);
      } else {
        open_source();
      }
      lock.lock();
      open = !open;
      continue;
    }
    if (!covering_) {
      changed_.wait(lock, stop, [this] { return !wanted(); });
      due = monotonic_now();
      continue;
    }
    changed_.wait_for(lock, stop, due - monotonic_now(), [&] { return closed && open != wanted(); });
    if (covering_ && monotonic_now() >= due) {
      deliver_notice();
      due = std::max(due + from_seconds(1 / fps_), monotonic_now());
    }
  }
  lock.unlock();
  if (closing.valid()) closing.wait();
  source_->stop();
}

void MuteSwitch::open_source() {
  {
    const std::lock_guard lock(mutex_);
    source_->rest(rests_);
  }
  source_->start([this](std::shared_ptr<const Picture> picture) { deliver(std::move(picture)); });
}

void MuteSwitch::start_closing(std::future<void>& closing) {
  const double fps = source_->state().fps;
  closing = run_beside([source = source_] { source->stop(); });
  const std::lock_guard lock(mutex_);
  fps_ = fps > 0 ? fps : request_.fps;
}

void MuteSwitch::deliver(std::shared_ptr<const Picture> picture) {
  const std::lock_guard lock(mutex_);
  width_ = picture->width;
  height_ = picture->height;
  if (!wanted()) return;
  if (std::exchange(covering_, false)) pool_.give_back();
  sink_(std::move(picture));
}

void MuteSwitch::deliver_notice() {
  if (notice_.width != width_ || notice_.height != height_ || notice_is_of_mute_ != muted_) {
    notice_is_of_mute_ = muted_;
    notice_.resize(width_, height_);
    draw_notice(notice_, muted_ ? "Video is muted" : "Another picture comes", "the call continues");
  }
  const std::shared_ptr<Picture> picture = pool_.take(width_, height_);
  *picture = notice_;
  picture->capture_time = monotonic_now();
  sink_(picture);
}

}  // namespace evenkeel
