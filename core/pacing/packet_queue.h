#pragma once

#include <optional>

#include "core/units/packet_ref.h"
#include "core/units/ring.h"

namespace evenkeel {

/// The packets that wait to be sent, with the sum of their sizes. front() and pop() of an empty queue stop the program.
class PacketQueue {
 public:
  bool empty() const { return packets_.empty(); }
  std::size_t packets() const { return packets_.size(); }
  DataSize size() const { return size_; }

  void push(PacketRef packet) {
    packets_.push(packet);
    size_ += packet.size;
  }

  std::optional<PacketRef> head() const { return empty() ? std::nullopt : std::optional(front()); }
  PacketRef front() const { return packets_.front(); }
  PacketRef operator[](std::size_t index) const { return packets_[index]; }

  PacketRef pop() {
    const PacketRef packet = packets_.front();
    packets_.pop();
    size_ -= packet.size;
    return packet;
  }

 private:
  Ring<PacketRef> packets_;
  DataSize size_;
};

}  // namespace evenkeel
