#include "app/call/outside_addresses.h"

#include "core/net/udp_socket.h"

namespace evenkeel {
namespace {

constexpr std::uint16_t default_port = 3478;  // of STUN and TURN (RFC 8489, section 8; RFC 8656, section 4)

}  // namespace

OutsideAddresses::Servers OutsideAddresses::told_by(const CallOptions& options, const TurnServer& turn_user) {
  return {.stun = options.stun, .turn = options.turn, .turn_user = turn_user};
}

OutsideAddresses::Found OutsideAddresses::look_up(const Servers& named) {
  Found found;
  const auto resolve_named = [&](const std::string& name, const std::optional<std::string>& text) {
    if (!text) return std::vector<Endpoint>();
    const auto servers = resolve_families(*text, default_port);
    if (!servers) found.errors += (found.errors.empty() ? "" : " ") + name + ": " + servers.error;
    return servers.value.value_or(std::vector<Endpoint>());
  };
  found.servers.stun = resolve_named("--stun", named.stun);
  const auto turn = resolve_named(named.turn_named_by, named.turn);
  if (turn.empty()) return found;
  found.servers.turn = named.turn_user;
  found.servers.turn->server = turn.front();
  return found;
}

void OutsideAddresses::begin(const Servers& servers, LocalTime now) {
  if (!servers.stun && !servers.turn) return;
  stun_ = servers.stun.value_or("");
  turn_ = servers.turn.value_or("");
  began_ = now;
  lookup_ = DetachedTask<Found>([servers] { return look_up(servers); });
}

bool OutsideAddresses::is_waited_for(LocalTime now) const {
  const Duration most = addresses_.empty() ? patience : short_patience;
  return wanted() && !settled_ && now < *began_ + most;
}

void OutsideAddresses::step_lookup(NetworkThread& network, LocalTime now) {
  if (!lookup_.wanted()) return;
  if (const auto found = lookup_.take()) {
    if (!found->errors.empty()) tell(found->errors);
    asked_ = !found->servers.stun.empty() || found->servers.turn;
    settled_ = !asked_;
    if (asked_) network.use_servers(found->servers);
  } else if (now >= *began_ + lookup_timeout) {
    lookup_.forget();
    settled_ = true;
    tell("The name of the STUN or TURN server is not found within 10 s: check the name and the network.");
  }
}

void OutsideAddresses::step(NetworkThread& network, LocalTime now) {
  if (!wanted()) return;
  step_lookup(network, now);
  if (!asked_) return;
  const auto status = network.security();
  if (!status || !status->servers_asked) return;
  if (!stun_.empty()) watch_stun(*status, now);
  if (!turn_.empty()) watch_turn(*status);
}

void OutsideAddresses::watch_stun(const SecurityStatus& status, LocalTime now) {
  addresses_ = status.reflexive;
  settled_ = status.servers_settled;
  const bool silent = addresses_.empty() && (settled_ || now >= *began_ + patience);
  if (!silent || std::exchange(told_silence_, true)) return;
  tell("The STUN server " + stun_ +
       " does not answer, so nobody tells us by which address others see this machine; check the server.");
}

void OutsideAddresses::watch_turn(const SecurityStatus& status) {
  if (stun_.empty()) settled_ = true;
  if (std::exchange(told_failure_, status.relay_failure) == status.relay_failure || status.relay_failure.empty())
    return;
  tell("The TURN server " + turn_ + " lends no address: " + status.relay_failure + ".");
}

}  // namespace evenkeel
