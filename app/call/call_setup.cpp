#include "app/call/call_setup.h"

#include <random>

#include "app/call/invitation.h"
#include "app/call/reply_offer.h"
#include "app/call/server_call.h"
#include "app/cli/link_options.h"
#include "core/net/clock.h"
#include "core/net/secure/openssl_cryptography.h"
#include "core/signal/link.h"

namespace evenkeel {
namespace {

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

SecureChannel::Config listening(const Invitation& invitation, bool asks,
                                std::shared_ptr<KnockMemory> knocks = nullptr) {
  return {invitation.certificate, SecureSession::Listening{invitation.secret, asks, std::move(knocks)}};
}

// Who has the link of the listener before, in the same program, is to get through to this one too. With --keep-link its
// file says what the link is.
Parsed<Invitation> invitation_for(CallRun& run) {
  LinkMemory& memory = run.link_memory();
  if (memory.invitation && !run.options().keep_link) return {*memory.invitation, ""};
  auto made = make_invitation(run.options());
  if (made) memory.invitation = *made.value;
  return made;
}

// A certificate for each call: the number that both ends compare relies on it.
SecureChannel::Config calling(const CallLink& link, const CallOptions& options) {
  const bool sends = !options.receive_only, receives = !options.send_only;
  const Directions directions{sends, receives, sends && options.audio != "none", receives};
  return {Certificate::make(), SecureSession::Calling{link, make_offer(directions)}};
}

}  // namespace

std::string set_up_demo(CallRun& run, const PictureSink& on_picture) {
  auto link = link_of(run.options(), default_link());
  if (!link) return link.error;
  const bool secure = !run.options().insecure_rtp;
  const Certificate certificate = Certificate::make();
  LinkSecret secret{};
  system_random()(secret);
  Peer::Config b = peer_config(run, *link.value, {});
  b.bind = loopback();
  b.sends = "b-a";
  b.receives = "a-b";
  b.record.clear();
  b.reports_received_pictures = false;
  if (secure) b.secure = listening({certificate, secret}, false);
  if (b.link) b.link->seed = run.options().seed + 1;
  if (b.link) b.link->rebind_every = {};  // behind a NAT is the caller: of two that move at once no call would be left
  if (std::string error = run.add_peer(b, "b: "); !error.empty()) return error;
  Peer::Config a = peer_config(run, *link.value, on_picture);
  a.bind = loopback();
  a.sends = "a-b";
  a.receives = "b-a";
  a.reports_received_pictures = false;
  if (secure) {
    a.secure = calling({0, secret, certificate.fingerprint(), {run.peer(0).local()}}, run.options());
  } else {
    a.callee = run.peer(0).local();
  }
  return run.add_peer(a, "a: ");
}

std::string set_up_listen(CallRun& run, const CallPlace& place, const PictureSink& on_picture) {
  const auto link = link_of(run.options(), std::nullopt);
  if (!link.error.empty()) return link.error;
  Peer::Config config = peer_config(run, link.value.value_or(std::nullopt), on_picture);
  config.bind = place.endpoint;
  config.binds_everywhere = place.everywhere;
  if (run.options().insecure_rtp) return run.add_peer(config, "");
  const auto invitation = invitation_for(run);
  if (!invitation) return invitation.error;
  config.secure = listening(*invitation, run.asks_before_answering(), run.link_memory().knocks);
  if (std::string error = run.add_peer(config, ""); !error.empty()) return error;
  run.ask_servers(OutsideAddresses::told_by(run.options()));
  run.set_told_addresses(place.told);
  return run.invite(*invitation, own_peer(run).local());
}

std::string renew_link(CallRun& run) {
  if (run.invitation_link().empty()) return {};
  const Invitation fresh = new_invitation();
  const auto knocks = std::make_shared<KnockMemory>();
  Peer& peer = own_peer(run);
  if (!peer.network().renew(listening(fresh, run.asks_before_answering(), knocks))) {
    return "There is no new link during a call: hang up first.";
  }
  run.link_memory() = {fresh, knocks};
  const std::string unkept = keep_invitation(fresh, run.options());
  const std::string failed = run.invite(fresh, peer.local());
  run.report(RunEvent::Kind::call, "waiting with a new link; the one before is void");
  return failed.empty() ? unkept : failed;
}

std::string set_up_call(CallRun& run, const CallPlace& callee, const PictureSink& on_picture) {
  auto config = outgoing_peer(run, on_picture);
  if (!config) return config.error;
  if (callee.link) {
    config.value->binds_everywhere = true;
    config.value->secure = calling(*callee.link, run.options());
    config.value->offers_reply_code = offers_reply_code(run.options(), *callee.link);
  } else {
    config.value->bind = any_port_of(callee.endpoint);
    config.value->callee = callee.endpoint;
  }
  if (std::string error = run.add_peer(*config, ""); !error.empty()) return error;
  if (callee.link) run.peers().back().callees = callee.link->addresses;
  run.ask_servers(OutsideAddresses::told_by(run.options()));
  return {};
}

Parsed<Peer::Config> outgoing_peer(const CallRun& run, const PictureSink& on_picture) {
  const auto link = link_of(run.options(), std::nullopt);
  if (!link.error.empty()) return {std::nullopt, link.error};
  return {peer_config(run, link.value.value_or(std::nullopt), on_picture), ""};
}

Peer& own_peer(CallRun& run) { return *run.peers().back().peer; }

std::string reply_code(CallRun& run) {
  const auto security = own_peer(run).network().security();
  return security ? security->reply_code : "";
}

std::string refusal_text(CallRun& run) {
  if (run.server() != nullptr) return server_refusal_text(run);
  const auto security = own_peer(run).network().security();
  if (!security) return {};
  if (security->wrong_certificate) {
    return "The other side is not the one that the link names: somebody may be in between. Ask for a new link.";
  }
  return security->step == SecureSession::Step::accepted ? "The other side did not accept the call." : "";
}

std::string state_text(CallState state) {
  switch (state) {
    case CallState::waiting:
      return "waiting for a call";
    case CallState::connecting:
      return "calling";
    case CallState::ringing:
      return "ringing";
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
