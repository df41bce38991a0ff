#include "app/record/call/picture_queue.h"

#include <utility>

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
  if (!takes(frame.data.size(), frame.key_frame)) return false;
  frames_.push_back({frame.data, frame.key_frame, frame.rtp_timestamp, frame.completed});
  return true;
}

bool PictureQueue::push(Frame frame) {
  const std::lock_guard lock(mutex_);
  if (!takes(frame.data.size(), frame.key_frame)) return false;
  frames_.push_back(std::move(frame));
  return true;
}

bool PictureQueue::takes(std::size_t size, bool key_frame) {
  if (!open_) return false;
  const bool fits = bytes_ + size <= static_cast<std::size_t>(capacity.bytes());
  broken_ = !fits || (broken_ && !key_frame);
  if (broken_) ++lost_;
  if (!broken_) bytes_ += size;
  return !broken_;
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
