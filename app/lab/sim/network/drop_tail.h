#pragma once

#include <deque>
#include <limits>

#include "app/lab/sim/network/buffer.h"

namespace evenkeel::sim {

struct DropTailLimit {
  std::int64_t packets = std::numeric_limits<std::int64_t>::max();
  std::int64_t bytes = std::numeric_limits<std::int64_t>::max();
};

/// First in, first out. A packet is accepted if it fits together with everything not yet served, or if the buffer is
/// empty: the same rule as core's emulated link, so that both can be compared.
class DropTail final : public Buffer {
 public:
  DropTail(const DropTailLimit& limit, OnDrop on_drop) : limit_(limit), on_drop_(std::move(on_drop)) {}

  bool push(ns3::Ptr<ns3::Packet> packet) override;
  ns3::Ptr<ns3::Packet> pop() override;
  void served(DataSize packet) override;
  void limit(DataSize maximum) override { limit_.bytes = maximum.bytes(); }
  DataSize waiting() const override { return bytes(waiting_); }

 private:
  DropTailLimit limit_;
  OnDrop on_drop_;
  std::deque<ns3::Ptr<ns3::Packet>> packets_;
  std::int64_t waiting_ = 0;       // bytes
  std::int64_t held_packets_ = 0;  // with the one in service
  std::int64_t held_bytes_ = 0;
};

}  // namespace evenkeel::sim
