#include "app/lab/sim/network/access.h"

#include <array>

#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

constexpr std::uint16_t first_host = 2;
constexpr std::size_t address_end_at = 18;  // the last two bytes of IP's destination address

}  // namespace

std::uint16_t RouterPort::add(HostDevice& host) {
  hosts_.push_back(&host);
  return static_cast<std::uint16_t>(first_host + hosts_.size() - 1);
}

void RouterPort::transmit(ns3::Ptr<ns3::Packet> packet) {
  std::array<std::uint8_t, address_end_at + 2> head{};
  packet->CopyData(head.data(), static_cast<std::uint32_t>(head.size()));
  const int number = head[address_end_at] << 8 | head[address_end_at + 1];
  const auto index = static_cast<std::size_t>(number - first_host);
  if (index < hosts_.size()) hosts_[index]->receive(packet);
}

// Without a delay no event is needed: nothing a router does with a packet comes back to the host at once.
void HostDevice::transmit(ns3::Ptr<ns3::Packet> packet) {
  meters_.on_sent(*packet);
  if (delay_ == Duration::zero()) return router_.deliver(packet);
  ns3::Simulator::Schedule(to_ns3(delay_), &RouterPort::deliver, &router_, packet);
}

void HostDevice::receive(ns3::Ptr<ns3::Packet> packet) {
  if (delay_ == Duration::zero()) return arrive(packet);
  ns3::Simulator::Schedule(to_ns3(delay_), &HostDevice::arrive, this, packet);
}

void HostDevice::arrive(ns3::Ptr<ns3::Packet> packet) {
  meters_.on_arrived(*packet);
  deliver(packet);
}

}  // namespace evenkeel::sim
