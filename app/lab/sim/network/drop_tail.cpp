#include "app/lab/sim/network/drop_tail.h"

namespace evenkeel::sim {

bool DropTail::push(ns3::Ptr<ns3::Packet> packet) {
  const std::int64_t size = packet->GetSize();
  const bool fits = held_packets_ < limit_.packets && held_bytes_ + size <= limit_.bytes;
  if (held_packets_ > 0 && !fits) {
    on_drop_(*packet);
    return false;
  }
  ++held_packets_;
  held_bytes_ += size;
  waiting_ += size;
  packets_.push_back(std::move(packet));
  return true;
}

ns3::Ptr<ns3::Packet> DropTail::pop() {
  if (packets_.empty()) return nullptr;
  ns3::Ptr<ns3::Packet> packet = packets_.front();
  packets_.pop_front();
  waiting_ -= packet->GetSize();
  return packet;
}

void DropTail::served(DataSize packet) {
  --held_packets_;
  held_bytes_ -= packet.bytes();
}

}  // namespace evenkeel::sim
