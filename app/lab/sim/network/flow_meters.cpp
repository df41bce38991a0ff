#include "app/lab/sim/network/flow_meters.h"

#include <array>

#include "core/rtp/rtp_packet.h"

namespace evenkeel::sim {
namespace {

// Headers without options: IP 20 bytes; a transport's destination port is its second field; UDP 8 bytes.
constexpr std::size_t port_at = 22;
constexpr std::size_t udp_payload_at = 28;

}  // namespace

FlowMeter& FlowMeters::add(FlowMeter::Config config, Path path) {
  config.index = static_cast<std::uint32_t>(meters_.size());
  meters_.push_back(std::make_unique<FlowMeter>(std::move(config), std::move(path)));
  return *meters_.back();
}

FlowMeter* FlowMeters::meter_of(const ns3::Packet& packet) const {
  std::array<std::uint8_t, udp_payload_at + 2> head{};
  packet.CopyData(head.data(), static_cast<std::uint32_t>(head.size()));
  const int port = head[port_at] << 8 | head[port_at + 1];
  const auto index = static_cast<std::size_t>(port - first_port);  // wraps to a huge number if the port is lower
  if (index >= meters_.size()) return nullptr;
  FlowMeter& meter = *meters_[index];
  return meter.media() && is_rtcp(std::span(head).subspan(udp_payload_at)) ? nullptr : &meter;
}

void FlowMeters::on_sent(const ns3::Packet& packet) {
  if (FlowMeter* meter = meter_of(packet)) packet.AddPacketTag(meter->on_sent(packet.GetSize()));
}

void FlowMeters::on_arrived(const ns3::Packet& packet) {
  FlowTag tag;
  if (packet.PeekPacketTag(tag)) meters_[tag.flow]->on_arrived(tag);
}

void FlowMeters::on_lost(const ns3::Packet& packet) {
  FlowTag tag;
  if (packet.PeekPacketTag(tag)) meters_[tag.flow]->on_lost(tag);
}

}  // namespace evenkeel::sim
