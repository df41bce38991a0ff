#include "core/session/frame_losses.h"

#include <algorithm>

namespace evenkeel {

void FrameLosses::on_frame(const SentFrame& frame) {
  if (frame.packets <= 0) return;
  if (size() > 0 && frame.first_sequence < (*this)[size() - 1].first_sequence) clear();
  if (size() == capacity) ++begin_;
  frames_[end_++ % capacity] = frame;
}

SentFrame* FrameLosses::frame_of(std::int64_t sequence) {
  std::size_t low = 0;  // before it, frames begin at or before the packet; from `high` on they begin behind it
  std::size_t high = size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if ((*this)[middle].first_sequence <= sequence) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return nullptr;
  SentFrame& frame = frames_[(begin_ + low - 1) % capacity];
  return sequence < frame.first_sequence + frame.packets ? &frame : nullptr;
}

void FrameLosses::on_lost(std::int64_t sequence) {
  if (SentFrame* const frame = frame_of(sequence)) frame->lost = std::min(frame->lost + 1, frame->packets);
}

void FrameLosses::on_found(std::int64_t sequence) {
  if (SentFrame* const frame = frame_of(sequence)) frame->lost = std::max(frame->lost - 1, 0);
}

void FrameLosses::forget_before(LocalTime time) {
  while (size() > 0 && (*this)[0].sent < time) ++begin_;
}

std::size_t FrameLosses::first_since(LocalTime time) const {
  std::size_t index = size();
  while (index > 0 && (*this)[index - 1].sent >= time) --index;
  return index;
}

std::size_t FrameLosses::first_loss() const {
  std::size_t index = 0;
  while (index < size() && (*this)[index].lost == 0) ++index;
  return index;
}

double FrameLosses::mean_packets(std::size_t from) const {
  double packets = 0;
  for (std::size_t i = from; i < size(); ++i) packets += (*this)[i].packets;
  return from < size() ? packets / static_cast<double>(size() - from) : 0;
}

double FrameLosses::lost_part(std::size_t from) const {
  double packets = 0;
  double lost = 0;
  for (std::size_t i = from; i < size(); ++i) {
    packets += (*this)[i].packets;
    lost += (*this)[i].lost;
  }
  return packets > 0 ? lost / packets : 0;
}

int FrameLosses::frames_hit(std::size_t from) const {
  int hit = 0;
  for (std::size_t i = from; i < size(); ++i) hit += (*this)[i].lost > 0 ? 1 : 0;
  return hit;
}

}  // namespace evenkeel
