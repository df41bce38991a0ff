#include "app/call/server_call.h"

#include <cstring>

#include "app/call/call_run.h"
#include "app/call/call_setup.h"
#include "app/call/no_answer.h"
#include "app/process/program_end.h"
#include "core/base/random_bytes.h"
#include "core/net/clock.h"
#include "core/net/secure/openssl_cryptography.h"
#include "core/net/udp_socket.h"
#include "core/signal/ice_text.h"
#include "core/signal/ice_url.h"

namespace evenkeel {
namespace {

std::uint64_t random_number() {
  std::array<std::uint8_t, 8> drawn{};
  system_random()(drawn);
  std::uint64_t number = 0;
  std::memcpy(&number, drawn.data(), sizeof number);
  return number;
}

/// Counts as long as a thread that asks the resolver is left behind.
struct LeftBehind {
  DetachedWork left;
};

// No addresses of ours: a server learns from our checks where we are, and need not know more.
SdpOffer offer_of(const JoinedCall& call, bool has_sound) {
  SdpOffer offer;
  offer.call = call.place.call;
  offer.session_id = random_number() >> 1;
  offer.ice_ufrag = call.joining.ice_ufrag;
  offer.ice_password = call.joining.ice_password;
  offer.fingerprint = call.certificate.fingerprint();
  if (offer.call == ServerCall::publish) {
    const SourceNames names = source_names(call.seed);
    offer.source = {names.ssrc, names.retransmission_ssrc, names.cname, std::to_string(random_number()),
                    has_sound ? names.sound_ssrc : 0};
  }
  return offer;
}

// Each refused answer of a server ends the call there, too.
JoinResult read_answer(std::unique_ptr<JoinedCall> call, std::string& sdp) {
  auto answer = read_sdp_answer(sdp, call->place.call);
  wipe(sdp);
  if (!answer) return {answer.error, nullptr};
  call->joining.answer = std::move(*answer.value);
  return {"", std::move(call)};
}

// Checks go over a relay as over any other way. Of no use are STUN servers, since the server gets no candidates from
// us, and relays by TCP or TLS, which the relay's client does not speak.
void add_named_relay(const std::vector<IceServer>& named, OutsideAddresses::Servers& servers) {
  constexpr std::size_t max_user = 508;  // RFC 8489, section 14.3
  for (const IceServer& server : named) {
    const auto url = parse_ice_url(server.url);
    const bool has_user = !server.username.empty() && server.username.size() <= max_user && !server.credential.empty();
    if (!url || url->kind != IceUrl::Kind::turn || !url->is_by_udp() || !has_user) continue;
    servers.turn = address_text(*url);
    servers.turn_named_by = "The TURN server that the media server names";
    servers.turn_user = server.username;
    servers.turn_password = std::make_shared<const TurnPassword>(server.credential);
    return;
  }
}

// What the user names goes before what the server names.
void ask_for_relay(CallRun& run, JoinedCall& call) {
  OutsideAddresses::Servers servers = OutsideAddresses::told_by(run.options());
  if (servers.stun) {
    run.notice("--stun has no effect on a call by a media server, which sees by itself where we are.");
    servers.stun.reset();
  }
  if (!servers.turn) add_named_relay(call.ice_servers, servers);
  call.ice_servers.clear();
  run.ask_servers(servers);
}

std::vector<Endpoint> endpoints_of(const SdpAnswer& answer) {
  std::vector<Endpoint> endpoints;
  for (const auto& candidate : answer.candidates) endpoints.push_back(candidate.endpoint);
  return endpoints;
}

}  // namespace

JoinResult join_server(const ServerPlace& place, const CallOptions& options, const Cancellation& cancellation) {
  const ServerErrand errand(ServerErrand::Kind::asks);
  wait_for_goodbyes(place.url, cancellation);
  const RandomBytes random = system_random();
  auto call = std::make_unique<JoinedCall>();
  call->place = place;
  call->certificate = Certificate::make();
  call->seed = random_number();
  call->joining.ice_ufrag = random_ice_chars(offered::ice_ufrag_size, random);
  call->joining.ice_password = random_ice_chars(offered::ice_password_size, random);
  WhipServer server;
  server.url = place.url;
  server.token = token_for(place.url, options);
  server.held = std::make_shared<LeftBehind>();
  WhipAnswer answer = offer_call(server, write_sdp_offer(offer_of(*call, options.audio != "none")), &cancellation);
  if (answer.late) await_late_answer(server, *answer.late);
  if (answer.resource) call->session = std::make_unique<ServerSession>(std::move(server), *answer.resource);
  call->ice_servers = std::move(answer.ice_servers);
  call->joining.can_restart = answer.takes_restarts;
  if (!answer.error.empty()) return {answer.error, nullptr};
  return read_answer(std::move(call), answer.sdp);
}

std::string set_up_server_call(CallRun& run, std::unique_ptr<JoinedCall> call, const PictureSink& on_picture) {
  run.restart_clock();
  auto config = outgoing_peer(run, on_picture);
  if (!config) return config.error;
  config.value->seed = call->seed;
  config.value->binds_everywhere = true;
  config.value->secure = SecureChannel::Config{call->certificate, call->joining};
  JoinedCall& joined = *call;
  run.keep(std::move(call));
  if (std::string error = run.add_peer(*config, ""); !error.empty()) return error;
  run.peers().back().callees = endpoints_of(joined.joining.answer);
  ask_for_relay(run, joined);
  return {};
}

std::string no_media_text(CallRun& run) {
  const JoinedCall& call = *run.server();
  const auto waited = std::to_string((monotonic_now() - run.start()) / 1s);
  const std::string start = "The server " + host_text(call.place.url) + " took the call, but ";
  const auto security = own_peer(run).network().security();
  if (security && security->wrong_certificate) {
    return "Who answers for the server " + host_text(call.place.url) +
           " is not the one that it named: somebody may be in between. Try another network.";
  }
  if (security && security->step >= SecureSession::Step::handshake) {
    const std::string why = security->failure.empty() ? "it did not end in time" : security->failure;
    return start + "the handshake for the keys failed (" + why + "); try again.";
  }
  const std::vector<Endpoint>& callees = run.peers().back().callees;
  const DestinationLog& log = own_peer(run).socket().destinations();
  const std::string outcome = start + "nothing came of it within " + waited + " s: " + tried_text(callees, log);
  if (none_can_be_sent_to(callees, log)) return outcome + "; check the network of this machine.";
  return outcome + "; check that no firewall stops UDP, and that the server names addresses that can be reached.";
}

std::string server_refusal_text(CallRun& run) {
  const auto security = own_peer(run).network().security();
  if (security && security->lost) {
    return "Nothing came from the server " + host_text(run.server()->place.url) +
           " for 30 s: the connection is lost; check the network and call again.";
  }
  if (!security || security->step == SecureSession::Step::media) return {};
  return no_media_text(run);
}

}  // namespace evenkeel
