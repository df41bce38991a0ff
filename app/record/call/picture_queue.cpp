#include "app/record/call/picture_queue.h"

namespace evenkeel {

void PictureQueue::open() {
  const std::lock_guard lock(mutex_);
  open_ = true;
  frames_.clear();
  bytes_ = 0;
  broken_ = false;
  lost_ = 0;
}

void PictureQueue::close() {
  const std::lock_guard lock(mutex_);
  open_ = false;
}

bool PictureQueue::push(const ReceivedFrame& frame) {
  const std::lock_guard lock(mutex_);
  if (!open_) return false;
  const bool fits = bytes_ + frame.data.size() <= static_cast<std::size_t>(capacity.bytes());
  broken_ = !fits || (broken_ && !frame.key_frame);
  if (broken_) {
    ++lost_;
    return false;
  }
  bytes_ += frame.data.size();
  frames_.push_back({frame.data, frame.key_frame, frame.rtp_timestamp, frame.completed});
  return true;
}

void PictureQueue::take(std::vector<Frame>& taken) {
  taken.clear();
  const std::lock_guard lock(mutex_);
  taken.swap(frames_);
  bytes_ = 0;
}

std::uint64_t PictureQueue::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

bool PictureQueue::lacks_key_frame() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

}  // namespace evenkeel
