#include "app/call/call_setup.h"

#include <cstring>
#include <random>

#include "app/cli/link_options.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr std::uint16_t default_port = 5004;
constexpr Duration answer_timeout = 10s;

/// SSRC and first numbers must differ between processes even if the user sets a seed: two peers with one SSRC would
/// mistake each other for a loop.
std::uint64_t identity() {
  std::random_device random;
  return (static_cast<std::uint64_t>(random()) << 32) | random();
}

Peer::Config peer_config(const CallRun& run, const std::optional<LinkConfig>& link, const PictureSink& on_picture) {
  Peer::Config config;
  config.sends = "outgoing";
  config.receives = "incoming";
  config.run_start = run.start();
  config.link = link;
  config.seed = identity();
  config.record = run.options().record.value_or("");
  config.on_picture = on_picture;
  return config;
}

Endpoint loopback() {
  Endpoint endpoint;
  endpoint.address[10] = endpoint.address[11] = 0xff;
  endpoint.address[12] = 127;
  endpoint.address[15] = 1;
  return endpoint;
}

Endpoint any_port_of(const Endpoint& like) {
  Endpoint any;
  const bool ipv4 = like.address[10] == 0xff && like.address[11] == 0xff && like.address[0] == 0;
  if (ipv4) any.address[10] = any.address[11] = 0xff;
  return any;
}

}  // namespace

std::string set_up_demo(CallRun& run, const PictureSink& on_picture) {
  auto link = link_of(run.options(), default_link());
  if (!link) return link.error;
  Peer::Config b = peer_config(run, *link.value, {});
  b.bind = loopback();
  b.sends = "b-a";
  b.receives = "a-b";
  b.record.clear();
  b.reports_received_pictures = false;
  if (b.link) b.link->seed = run.options().seed + 1;
  if (std::string error = run.add_peer(b, "b: "); !error.empty()) return error;
  Peer::Config a = peer_config(run, *link.value, on_picture);
  a.bind = loopback();
  a.callee = run.peer(0).local();
  a.sends = "a-b";
  a.receives = "b-a";
  a.reports_received_pictures = false;
  return run.add_peer(a, "a: ");
}

Parsed<Endpoint> resolve_for_call(const std::string& address) { return resolve(address, default_port); }

std::string set_up_listen(CallRun& run, const Endpoint& bind, const PictureSink& on_picture) {
  const auto link = link_of(run.options(), std::nullopt);
  if (!link.error.empty()) return link.error;
  Peer::Config config = peer_config(run, link.value.value_or(std::nullopt), on_picture);
  config.bind = bind;
  return run.add_peer(config, "");
}

std::string set_up_call(CallRun& run, const Endpoint& callee, const PictureSink& on_picture) {
  const auto link = link_of(run.options(), std::nullopt);
  if (!link.error.empty()) return link.error;
  Peer::Config config = peer_config(run, link.value.value_or(std::nullopt), on_picture);
  config.bind = any_port_of(callee);
  config.callee = callee;
  return run.add_peer(config, "");
}

Peer& own_peer(CallRun& run) { return *run.peers().back().peer; }

bool unanswered(CallRun& run) {
  return own_peer(run).network().state() == CallState::connecting && monotonic_now() > run.start() + answer_timeout;
}

std::string no_answer_text(CallRun& run, const std::string& address) {
  UdpSocket& socket = own_peer(run).socket();
  const auto waited = (monotonic_now() - run.start()) / 1s;
  const std::string start = "No answer from " + address + " within " + std::to_string(waited) + " s: ";
  if (socket.refusals() > 0) {
    return start + "its machine says that nothing listens there; start 'evenkeel listen' on it, or check the port.";
  }
  if (const int error = socket.last_send_error(); error != 0) {
    return start + "nothing can be sent there (" + std::strerror(error) + "); check the address and the network.";
  }
  return start + "check the address, that 'evenkeel listen' runs there, and that no firewall is between.";
}

std::string state_text(CallState state) {
  switch (state) {
    case CallState::waiting:
      return "waiting for a call";
    case CallState::connecting:
      return "calling";
    case CallState::in_call:
      return "in a call";
    case CallState::silent:
      return "the peer is silent";
    case CallState::ended:
      return "the call is over";
  }
  return {};
}

}  // namespace evenkeel
