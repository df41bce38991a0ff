#pragma once

#include <ns3/tag.h>

#include <cstdint>

#include "core/base/time.h"

namespace evenkeel::sim {

/// Goes with a packet from its sender's host to its receiver's, unseen by both: the packets are none the longer.
class FlowTag final : public ns3::Tag {
 public:
  std::uint32_t flow = 0;      ///< index in the plan
  std::uint32_t sequence = 0;  ///< in the order of sending, from 0
  std::uint32_t size = 0;      ///< bytes of the IP packet
  Duration sent{};             ///< since the start of the run
  Duration queued{};           ///< when it last came to a link, since the start of the run
  Duration waited{};           ///< before the links, without its own service

  static ns3::TypeId GetTypeId();
  ns3::TypeId GetInstanceTypeId() const override { return GetTypeId(); }
  std::uint32_t GetSerializedSize() const override { return 36; }
  void Serialize(ns3::TagBuffer out) const override;
  void Deserialize(ns3::TagBuffer in) override;
  void Print(std::ostream& out) const override;
};

}  // namespace evenkeel::sim
