#include "app/call/outside_addresses.h"

#include <algorithm>

#include "core/net/udp_socket.h"

namespace evenkeel {
namespace {

constexpr std::uint16_t stun_port = 3478;        // of STUN and TURN (RFC 8489, section 8; RFC 8656, section 4)
constexpr std::size_t max_server_addresses = 4;  // of a name: each that does not answer takes its time

}  // namespace

OutsideAddresses::Servers OutsideAddresses::told_by(const CallOptions& options) {
  Servers servers;
  servers.stun = options.stun;
  servers.turn = options.turn;
  servers.turn_user = options.turn_user.value_or("");
  servers.turn_password = options.turn_password;
  servers.bound = options.bind;
  return servers;
}

OutsideAddresses::Found OutsideAddresses::look_up(const Servers& named) {
  Found found;
  const auto resolve_named = [&](const std::string& name, const std::optional<std::string>& text) {
    if (!text) return std::vector<Endpoint>();
    const auto servers = resolve_all(*text, stun_port);
    if (!servers) found.errors += (found.errors.empty() ? "" : " ") + name + ": " + servers.error;
    return servers.value.value_or(std::vector<Endpoint>());
  };
  found.servers.stun = resolve_named("--stun", named.stun);
  auto turn = resolve_named(named.turn_named_by, named.turn);
  turn.resize(std::min(turn.size(), max_server_addresses));
  if (!turn.empty()) found.servers.turn = TurnServer{turn, named.turn_user, named.turn_password->text};
  return found;
}

void OutsideAddresses::begin(const Servers& servers, LocalTime now) {
  if (!servers.stun && !servers.turn) return;
  named_ = servers;
  began_ = now;
  begin_lookup(now);
}

void OutsideAddresses::begin_lookup(LocalTime now) {
  lookup_began_ = now;
  next_lookup_ = LocalTime::max();
  Servers missing = named_;
  if (!found_.stun.empty() && !doubts_) missing.stun.reset();
  if (found_.turn && !doubts_) missing.turn.reset();
  try {
    lookup_ = DetachedTask<Found>([missing] { return look_up(missing); });
  } catch (const std::exception&) {  // what a call can do without must not end it
    fail_lookup("This machine gives Evenkeel no more threads to look up the STUN or TURN server: end other programs.",
                now);
  }
}

void OutsideAddresses::keep(const Found& found) {
  if (!found.servers.stun.empty()) found_.stun = found.servers.stun;
  if (found.servers.turn) found_.turn = found.servers.turn;
}

// Resolvers give the addresses of a name in any order.
bool OutsideAddresses::is_new(const Found& found) const {
  const auto differs = [](const std::vector<Endpoint>& now, const std::vector<Endpoint>& before) {
    return !now.empty() && !std::is_permutation(now.begin(), now.end(), before.begin(), before.end());
  };
  const auto turn_of = [](const IceServers::Config& servers) {
    return servers.turn ? servers.turn->servers : std::vector<Endpoint>();
  };
  return differs(found.servers.stun, found_.stun) || differs(turn_of(found.servers), turn_of(found_));
}

// Only where none of them is of use: who is asked anew lets go of what it lent.
void OutsideAddresses::doubt_addresses(LocalTime now) {
  if (!settled_ || !addresses_.empty() || lookup_.wanted() || next_lookup_ != LocalTime::max()) return;
  doubts_ = true;
  next_lookup_ = now + max_lookup_wait;
}

bool OutsideAddresses::is_waited_for(LocalTime now) const {
  const Duration most = addresses_.empty() ? patience : short_patience;
  return wanted() && !settled_ && now < *began_ + most;
}

// The network may not be there yet. What was found is asked, whatever else is missing.
void OutsideAddresses::step_lookup(NetworkThread& network, LocalTime now) {
  if (now >= next_lookup_) begin_lookup(now);
  if (!lookup_.wanted()) return;
  if (const auto found = lookup_.take()) {
    if (!found->errors.empty()) fail_lookup(found->errors, now);
    doubts_ = false;
    if (!is_new(*found)) return;
    keep(*found);
    asked_at_ = now;
    network.use_servers(found_);
  } else if (now >= lookup_began_ + lookup_timeout) {
    lookup_.forget();
    fail_lookup("The name of the STUN or TURN server is not found within 10 s: check the name and the network.", now);
  }
}

void OutsideAddresses::fail_lookup(const std::string& sentence, LocalTime now) {
  settled_ = !asked_at_;
  next_lookup_ = now + lookup_wait_;
  lookup_wait_ = std::min(2 * lookup_wait_, max_lookup_wait);
  if (std::exchange(told_lookup_, sentence) != sentence) tell(sentence);
}

void OutsideAddresses::step(NetworkThread& network, LocalTime now) {
  if (!wanted()) return;
  step_lookup(network, now);
  if (!asked_at_) return;
  const auto status = network.security();
  if (!status) return;
  if (!status->servers_asked) return tell_out_of_reach(now);
  addresses_ = seen_ = status->reflexive;
  addresses_.insert(addresses_.end(), status->relayed.begin(), status->relayed.end());
  settled_ = status->servers_settled;
  doubt_addresses(now);
  if (named_.stun) watch_stun(*status, now);
  if (named_.turn) watch_turn(*status, now);
}

// None of them is of a family that the socket has; told late, since the network thread may only be about to ask.
void OutsideAddresses::tell_out_of_reach(LocalTime now) {
  if (now < *asked_at_ + short_patience) return;
  settled_ = true;
  if (std::exchange(told_out_of_reach_, true)) return;
  tell("The STUN or TURN server has no address that can be reached from " + named_.bound +
       ": name one of the other family, or another --bind.");
}

void OutsideAddresses::watch_stun(const SecurityStatus& status, LocalTime now) {
  const bool silent = status.reflexive.empty() && (settled_ || now >= *asked_at_ + patience);
  if (!silent || std::exchange(told_silence_, true)) return;
  tell("The STUN server " + *named_.stun +
       " does not answer, so nobody tells us by which address others see this machine; check the server.");
}

// Each failure once, and again after the server was of use.
void OutsideAddresses::watch_turn(const SecurityStatus& status, LocalTime now) {
  std::string failure = status.relay_failure;
  if (failure.empty() && status.relayed.empty() && now >= *asked_at_ + patience) failure = "it has not answered yet";
  if (!status.relayed.empty()) failure.clear();
  if (std::exchange(told_failure_, failure) == failure || failure.empty()) return;
  tell("The TURN server " + *named_.turn + " lends no address: " + failure + ".");
}

}  // namespace evenkeel
