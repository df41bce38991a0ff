#pragma once

#include <cstdlib>
#include <vector>

#include "core/units/packet_ref.h"

namespace evenkeel {

/// The packets that wait to be sent, first in first out. Grows by doubling and keeps its memory, so that it allocates
/// nothing once it is warm. front() and pop() of an empty queue stop the program.
class PacketQueue {
 public:
  bool empty() const { return count_ == 0; }
  std::size_t packets() const { return count_; }
  DataSize size() const { return size_; }

  void push(PacketRef packet) {
    if (count_ == ring_.size()) grow();
    ring_[index(count_)] = packet;
    ++count_;
    size_ += packet.size;
  }

  PacketRef front() const {
    if (empty()) std::abort();
    return ring_[head_];
  }

  PacketRef pop() {
    auto packet = front();
    head_ = index(1);
    --count_;
    size_ -= packet.size;
    return packet;
  }

 private:
  std::size_t index(std::size_t offset) const { return (head_ + offset) & (ring_.size() - 1); }

  void grow() {
    std::vector<PacketRef> larger(ring_.empty() ? 64 : ring_.size() * 2);
    for (std::size_t i = 0; i < count_; ++i) larger[i] = ring_[index(i)];
    ring_ = std::move(larger);
    head_ = 0;
  }

  std::vector<PacketRef> ring_;  // its size is a power of two
  std::size_t head_ = 0;
  std::size_t count_ = 0;
  DataSize size_;
};

}  // namespace evenkeel
