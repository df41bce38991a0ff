#include "core/net/secure_channel.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/base/ip_overhead.h"
#include "core/net/secure/dtls_handshake.h"
#include "core/net/secure/openssl_cryptography.h"

namespace evenkeel {
namespace {

using Listening = SecureSession::Listening;
using Calling = SecureSession::Calling;

// A listener waits for the handshake, and so do we where a media server's answer says that it begins.
DtlsRole dtls_role(const SecureChannel::Config& config) {
  const auto* joining = std::get_if<Joining>(&config.role);
  const bool waits =
      joining != nullptr ? joining->answer.server_is_client : std::holds_alternative<Listening>(config.role);
  return waits ? DtlsRole::server : DtlsRole::client;
}

SecureSession::Tools make_tools(const SecureChannel::Config& config) {
  SecureSession::Tools tools;
  tools.cryptography = &openssl_cryptography();
  tools.random = system_random();
  tools.make_handshake = [certificate = config.certificate, role = dtls_role(config)](const Sha256Digest& expected) {
    return make_dtls_handshake(role, certificate, expected);
  };
  return tools;
}

Listening listening_of(const SecureChannel::Config& config) {
  Listening listening = std::get<Listening>(config.role);
  listening.features = config.features;
  return listening;
}

SecureSession make_session(const SecureChannel::Config& config, LocalTime now) {
  const SecureSession::Tools tools = make_tools(config);
  if (std::holds_alternative<Listening>(config.role)) return {tools, listening_of(config)};
  if (const auto* joining = std::get_if<Joining>(&config.role)) return {tools, *joining, now};
  Calling calling = std::get<Calling>(config.role);
  calling.knock.fingerprint = config.certificate.fingerprint();
  if (config.features) calling.knock.features = to_bits(*config.features);
  return {tools, calling, now};
}

}  // namespace

SecureChannel::SecureChannel(const Config& config, DatagramSink& behind, LocalTime now)
    : own_(config.certificate.fingerprint()),
      session_(make_session(config, now)),
      servers_(openssl_cryptography(), system_random()),
      outlet_(behind) {
  update_status();
}

bool SecureChannel::renew(const Config& config, LocalTime now) {
  if (!std::holds_alternative<Listening>(config.role)) return false;
  if (!session_.renew(make_tools(config), listening_of(config), now)) return false;
  own_ = config.certificate.fingerprint();
  return true;
}

std::optional<std::span<const std::uint8_t>> SecureChannel::open(std::span<std::uint8_t> datagram, const Route& route,
                                                                 LocalTime now) {
  const IceServers::Received received = servers_.on_datagram(datagram, route, now);
  if (received.kind == IceServers::Kind::handled) return std::nullopt;
  if (received.kind == IceServers::Kind::relayed) return open_of_peer(received.data, received.route, now);
  return open_of_peer(datagram, route, now);
}

std::optional<std::span<const std::uint8_t>> SecureChannel::open_of_peer(std::span<std::uint8_t> datagram,
                                                                         const Route& route, LocalTime now) {
  if (session_.on_datagram(datagram, route, now) != SecureSession::Kind::media || !opener_) return std::nullopt;
  const SrtpOpener::Opened opened = opener_->open(datagram);
  if (opened.verdict == SrtpOpener::Verdict::forged) ++forged_;
  if (opened.verdict == SrtpOpener::Verdict::replayed) ++replayed_;
  if (opened.verdict != SrtpOpener::Verdict::opened) return std::nullopt;
  session_.on_authenticated(route, datagram.size(), now);
  return opened.plain;
}

// What the socket refuses goes again by itself: all of it is repeated until it is answered.
void SecureChannel::send_pending(DatagramSink& sink, LocalTime now) {
  if (std::exchange(servers_version_, servers_.version()) != servers_.version())
    session_.set_relayed_addresses(servers_.relayed_addresses(), now);
  while (const auto out = session_.poll(now)) {
    out->route.relayed ? servers_.send_relayed(out->datagram, out->route, now)
                       : static_cast<void>(sink.send(out->datagram, out->route));
  }
  while (const auto out = servers_.poll(now)) sink.send(out->datagram, out->route);
}

std::unique_ptr<SrtpSealer> SecureChannel::take_keys() {
  auto keys = session_.take_keys();
  if (!keys) return nullptr;
  profile_ = keys->profile;
  opener_.emplace(keys->profile, keys->remote);
  reports_.set_sealer(std::make_unique<SrtpSealer>(keys->profile, keys->local));
  auto media = std::make_unique<SrtpSealer>(keys->profile, keys->local);
  wipe(keys->local.bytes);
  wipe(keys->remote.bytes);
  return media;
}

DataSize SecureChannel::overhead() const {
  const auto route = session_.route();
  const auto tag = static_cast<std::int64_t>(srtp_tag_size(profile_));
  if (route && route->relayed && servers_.turn()) {
    return ip_overhead(servers_.turn()->server()) + relay_overhead + bytes(tag);
  }
  return (route ? ip_overhead(route->to) : bytes(28)) + bytes(tag);
}

void SecureChannel::send_last(DatagramSink& sink, std::span<const std::uint8_t> report, const Route& route) {
  DatagramSink* usual = std::exchange(outlet_.target, &sink);
  reports_.send(report, route);
  outlet_.target = usual;
}

std::shared_ptr<const SecurityStatus> SecureChannel::status() const {
  const std::lock_guard lock(published_mutex_);
  return published_;
}

// A caller that loses its listener shakes hands anew beside the keys that it has.
std::string_view SecureChannel::dtls_state() const {
  if (session_.current() != nullptr) return "connected";
  if (session_.is_shaking_hands()) return "connecting";
  if (opener_) return "closed";
  return session_.failure().empty() ? "new" : "failed";
}

// The agent knows where the peer sees us, and not who told us of that before.
std::optional<CandidateType> SecureChannel::local_candidate_type() const {
  const IceAgent& agent = session_.current()->agent();
  const auto type = agent.local_candidate_type();
  if (type != CandidateType::peer_reflexive) return type;
  const auto& told = servers_.reflexive_addresses();
  const bool known = std::ranges::find(told, *agent.mapped_address()) != told.end();
  return known ? CandidateType::server_reflexive : type;
}

void SecureChannel::update_status() {
  status_.step = session_.step();
  status_.dtls_state = dtls_state();
  status_.wrong_certificate = session_.wrong_certificate();
  status_.lost = session_.lost();
  status_.failure = session_.failure();
  status_.reply_code = session_.reply_code();
  status_.ignored = session_.counters();
  status_.forged = forged_;
  status_.replayed = replayed_;
  status_.reflexive = servers_.reflexive_addresses();
  status_.relayed = servers_.relayed_addresses();
  status_.relay_failure = servers_.turn() ? servers_.turn()->failure() : "";
  status_.servers_asked = !servers_.empty();
  status_.servers_settled = servers_.is_settled();
  status_.wanted_restarts = session_.wanted_restarts();
  const SecureAttempt* current = session_.current();
  status_.in_use = current != nullptr || session_.state() == CallState::ended;
  if (current != nullptr) describe_call(*current);  // else what it was stays to be read
  if (published_ && *published_ == status_) return;
  auto next = std::make_shared<const SecurityStatus>(status_);
  const std::lock_guard lock(published_mutex_);
  published_.swap(next);  // the last one is freed after the lock
}

void SecureChannel::describe_call(const SecureAttempt& current) {
  const bool listens = !session_.is_caller();
  status_.listener = listens ? own_ : current.peer();
  status_.caller = listens ? current.peer() : own_;
  status_.dtls_cipher = current.handshake().cipher();
  status_.srtp_cipher = name_of(profile_);
  status_.feedback = session_.negotiated().format.feedback;
  status_.round_trip_time = current.agent().round_trip_time();
  status_.checks = current.agent().counters();
  status_.local_candidate = local_candidate_type();
  status_.remote_candidate = current.agent().remote_candidate_type();
}

}  // namespace evenkeel
