#include <cstring>
#include <random>

#include "app/commands/commands.h"
#include "app/headless_run.h"
#include "app/link_options.h"
#include "app/stop_signal.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr std::uint16_t default_port = 5004;
constexpr Duration answer_patience = 10s;

/// SSRC and first numbers must differ from process to process even where the user fixed a seed: two peers with one
/// SSRC would take each other for a loop.
std::uint64_t identity() {
  std::random_device random;
  return (static_cast<std::uint64_t>(random()) << 32) | random();
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

Peer::Config peer_config(const HeadlessRun& run, const CallOptions& options, const std::optional<LinkConfig>& link) {
  Peer::Config config;
  config.sends = "outgoing";
  config.receives = "incoming";
  config.run_start = run.start();
  config.link = link;
  config.seed = identity();
  config.record = options.record.value_or("");
  return config;
}

Endpoint any_port_of(const Endpoint& like) {
  Endpoint any;
  const bool ipv4 = like.address[10] == 0xff && like.address[11] == 0xff && like.address[0] == 0;
  if (ipv4) any.address[10] = any.address[11] = 0xff;
  return any;
}

std::string no_answer(const std::string& address, Peer& peer) {
  const std::string start = "No answer from " + address + " within 10 s: ";
  if (peer.socket().refusals() > 0) {
    return start + "its machine says that nothing listens there; start 'evenkeel listen' on it, or check the port.";
  }
  if (const int error = peer.socket().last_send_error(); error != 0) {
    return start + "nothing can be sent there (" + std::strerror(error) + "); check the address and the network.";
  }
  return start + "check the address, that 'evenkeel listen' runs there, and that no firewall is between.";
}

}  // namespace

int run_demo(const CallOptions& options, const std::vector<std::string>& command_line) {
  auto link = link_of(options, default_link());
  if (!link) return fail(link.error);
  catch_stop_signals();
  HeadlessRun run(options, command_line);
  if (const auto error = run.open(); !error.empty()) return fail(error);

  Endpoint loopback;
  loopback.address[10] = loopback.address[11] = 0xff;
  loopback.address[12] = 127;
  loopback.address[15] = 1;
  Peer::Config b = peer_config(run, options, *link.value);
  b.bind = loopback;
  b.sends = "b-a";
  b.receives = "a-b";
  b.record.clear();
  b.reports_received_pictures = false;
  if (b.link) b.link->seed = options.seed + 1;
  if (const auto error = run.add_peer(b, "b: "); !error.empty()) return fail(error);
  Peer::Config a = peer_config(run, options, *link.value);
  a.bind = loopback;
  a.callee = run.peer(0).local();
  a.sends = "a-b";
  a.receives = "b-a";
  a.reports_received_pictures = false;
  if (const auto error = run.add_peer(a, "a: "); !error.empty()) return fail(error);
  run.loop([] { return false; }, [&] { return state_text(run.peer(1).network().state()); });
  return run.finish();
}

int run_listen(const CallOptions& options, const std::vector<std::string>& command_line) {
  const auto bind = resolve(options.bind, default_port);
  if (!bind) return fail(bind.error);
  const auto link = link_of(options, std::nullopt);
  if (!link.error.empty()) return fail(link.error);
  catch_stop_signals();
  HeadlessRun run(options, command_line);
  if (const auto error = run.open(); !error.empty()) return fail(error);
  Peer::Config config = peer_config(run, options, link.value.value_or(std::nullopt));
  config.bind = *bind;
  if (const auto error = run.add_peer(config, ""); !error.empty()) return fail(error);
  run.progress().say("waiting for a call at " + to_string(run.peer(0).local()));
  run.loop([] { return false; }, [&] { return state_text(run.peer(0).network().state()); });
  return run.finish();
}

int run_call(const CallOptions& options, const std::string& address, const std::vector<std::string>& command_line) {
  const auto callee = resolve(address, default_port);
  if (!callee) return fail(callee.error);
  const auto link = link_of(options, std::nullopt);
  if (!link.error.empty()) return fail(link.error);
  catch_stop_signals();
  HeadlessRun run(options, command_line);
  if (const auto error = run.open(); !error.empty()) return fail(error);
  Peer::Config config = peer_config(run, options, link.value.value_or(std::nullopt));
  config.bind = any_port_of(*callee);
  config.callee = *callee;
  if (const auto error = run.add_peer(config, ""); !error.empty()) return fail(error);

  NetworkThread& network = run.peer(0).network();
  bool unanswered = false;
  const auto ended = [&] {
    unanswered = network.state() == CallState::connecting && monotonic_now() > run.start() + answer_patience;
    return unanswered || network.state() == CallState::ended;
  };
  run.loop(ended, [&] { return state_text(network.state()); });
  const std::string why = unanswered ? no_answer(to_string(*callee), run.peer(0)) : "";
  const int status = run.finish();
  return why.empty() ? status : fail(why);
}

}  // namespace evenkeel
