#pragma once

#include <array>
#include <cstdlib>
#include <optional>

#include "core/base/ring.h"
#include "core/session/outgoing_packet.h"

namespace evenkeel {

/// What may wait of one class: what comes beyond `size` is refused, what is older than `age` is taken off.
struct ClassLimit {
  DataSize size;
  Duration age{};
};

/// The packets that wait to leave: those of a class with right of way before all others, within a class in the order of
/// coming. Packets that were offered to the socket stay in front until it took them, even if others come in between.
/// Bounded in bytes and age per class.
class SendQueue {
 public:
  static ClassLimit limit_of(PacketClass kind);

  bool empty() const { return packets_ == 0; }
  std::size_t packets() const { return packets_; }
  std::size_t packets(PacketClass kind) const { return ring(kind).size(); }
  DataSize size() const { return size_; }
  DataSize size(PacketClass kind) const { return classes_[static_cast<std::size_t>(kind)].size; }

  /// False where its class is full: the packet is not in the queue then.
  bool push(const OutgoingPacket& packet);
  /// The packet that leaves after `index` others. Beyond the last one the program stops.
  const OutgoingPacket& operator[](std::size_t index) const {
    if (index < offered_.size()) return offered_[index];
    index -= offered_.size();
    for (const Class& c : classes_) {
      if (index < c.packets.size()) return c.packets[index];
      index -= c.packets.size();
    }
    std::abort();
  }
  /// The first `count` packets are being offered to the socket.
  void offer(std::size_t count);
  /// How many packets in front were offered before and have not left.
  std::size_t offered() const { return offered_.size(); }
  /// Takes off the packet in front. Of an empty queue the program stops.
  OutgoingPacket pop();
  /// Takes off the first packet of a class that was not offered. Nothing where there is none.
  std::optional<OutgoingPacket> discard(PacketClass kind);
  /// Takes off a packet that waits for longer than its class may; offered ones stay. Nothing where there is none.
  std::optional<OutgoingPacket> expire(LocalTime now);

 private:
  struct Class {
    Ring<OutgoingPacket> packets;
    DataSize size;
  };
  const Ring<OutgoingPacket>& ring(PacketClass kind) const { return classes_[static_cast<std::size_t>(kind)].packets; }
  Class& first_waiting();
  OutgoingPacket take(Class& from);

  Ring<OutgoingPacket> offered_;
  std::array<Class, packet_classes> classes_;
  std::size_t packets_ = 0;
  DataSize size_;
  LocalTime none_expires_until_ = LocalTime::max();  // so that most calls of expire() need not look
};

}  // namespace evenkeel
