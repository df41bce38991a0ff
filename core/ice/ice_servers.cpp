#include "core/ice/ice_servers.h"

#include <algorithm>

namespace evenkeel {

void IceServers::start(const Config& config, LocalTime now) {
  stun_.clear();
  for (const Endpoint& server : config.stun) {
    const auto same_family = [&](const StunClient& client) { return is_ipv4(client.server()) == is_ipv4(server); };
    if (std::ranges::none_of(stun_, same_family)) stun_.emplace_back(server, random_, now);
  }
}

bool IceServers::on_datagram(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) {
  return std::ranges::any_of(stun_, [&](StunClient& client) { return client.on_stun(datagram, route, now); });
}

void IceServers::on_addresses_changed(LocalTime now) {
  for (StunClient& client : stun_) client.on_addresses_changed(now);
}

std::optional<IceServers::Outgoing> IceServers::poll(LocalTime now) {
  for (StunClient& client : stun_)
    if (auto out = client.poll(now)) return out;
  return std::nullopt;
}

LocalTime IceServers::next_wake() const {
  LocalTime wake = LocalTime::max();
  for (const StunClient& client : stun_) wake = std::min(wake, client.next_wake());
  return wake;
}

std::vector<Endpoint> IceServers::reflexive_addresses() const {
  std::vector<Endpoint> addresses;
  for (const StunClient& client : stun_)
    if (client.mapped()) addresses.push_back(*client.mapped());
  return addresses;
}

bool IceServers::is_settled() const {
  return std::ranges::all_of(stun_, [](const StunClient& client) { return client.mapped() || client.is_unanswered(); });
}

}  // namespace evenkeel
