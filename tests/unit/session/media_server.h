#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/session/joining.h"
#include "tests/unit/session/secure_call.h"

namespace evenkeel::test {

/// The server's side of a call that was joined by offer and answer.
class MediaServer {
 public:
  struct Sent {
    std::vector<std::uint8_t> datagram;
    Route route;
  };
  virtual ~MediaServer() = default;
  virtual void on_datagram(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) = 0;
  virtual std::optional<Sent> poll(LocalTime now) = 0;
  virtual Handshake& handshake() = 0;
};

inline const IceCredentials our_ice{"ours", "0123456789abcdefghijkl"};
inline const IceCredentials server_ice{"theirs", "lkjihgfedcba9876543210"};
inline constexpr std::uint8_t we_are = 2, server_is = 1;

/// Fully ICE, as Pion and Janus are.
class FullServer final : public MediaServer {
 public:
  FullServer(std::uint8_t who, bool begins_handshake, const std::optional<Endpoint>& candidate, LocalTime now) {
    const IceAgent::Config config{IceAgent::Role::controlled, server_ice, our_ice};
    auto agent = std::make_unique<IceAgent>(config, openssl_cryptography(), seeded(99), now);
    if (candidate) agent->add_remote_candidate(*candidate, now);
    auto handshake = std::make_unique<PlainHandshake>(fingerprint_of(who), fingerprint_of(we_are), begins_handshake);
    attempt_ = std::make_unique<SecureAttempt>(std::move(agent), std::move(handshake), fingerprint_of(we_are), now);
  }

  void on_datagram(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) override {
    if (datagram.front() <= 3) attempt_->on_stun(datagram, route, now);
    if (datagram.front() >= 20 && datagram.front() <= 63) attempt_->on_handshake(datagram, route, now);
  }
  std::optional<Sent> poll(LocalTime now) override {
    auto out = attempt_->poll(now);
    if (!out) return std::nullopt;
    return Sent{std::move(out->datagram), out->route};
  }
  Handshake& handshake() override { return attempt_->handshake(); }
  const IceAgent& agent() const { return attempt_->agent(); }
  /// Goes by other credentials from now on.
  void restart(const IceCredentials& own, const IceCredentials& theirs, LocalTime now) {
    const IceAgent::Config config{IceAgent::Role::controlled, own, theirs};
    attempt_->restart(std::make_unique<IceAgent>(config, openssl_cryptography(), seeded(98), now));
  }

 private:
  std::unique_ptr<SecureAttempt> attempt_;
};

/// ICE-lite, as LiveKit is: it answers checks, asks nothing, and sends where it was nominated.
class LiteServer final : public MediaServer {
 public:
  explicit LiteServer(bool begins_handshake)
      : handshake_(fingerprint_of(server_is), fingerprint_of(we_are), begins_handshake) {}

  void on_datagram(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) override {
    if (datagram.front() <= 3) return on_check(datagram, route, now);
    if (nominated_ && datagram.front() >= 20 && datagram.front() <= 63) handshake_.on_datagram(datagram, now);
  }
  std::optional<Sent> poll(LocalTime now) override {
    if (!answers_.empty()) {
      Sent answer = std::move(answers_.front());
      answers_.pop_front();
      return answer;
    }
    if (now >= handshake_.next_wake()) handshake_.on_timer(now);
    if (!nominated_) return std::nullopt;
    const auto datagram = handshake_.poll();
    if (!datagram) return std::nullopt;
    return Sent{{datagram->begin(), datagram->end()}, *nominated_};
  }
  Handshake& handshake() override { return handshake_; }

  int controlled_checks = 0;  // which who asks an ICE-lite server must not send

 private:
  void on_check(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) {
    const auto check = parse_stun(datagram);
    if (!check || check->message_class != StunClass::request || check->username != "theirs:ours") return;
    if (!has_integrity(*check, server_ice.password, openssl_cryptography())) return;
    if (!check->controlling) ++controlled_checks;
    StunWriter answer(StunClass::success, check->id);
    answers_.push_back({answer.mapped_address(route.to).finish(server_ice.password, openssl_cryptography()), route});
    if (!check->use_candidate) return;
    const bool first = !std::exchange(nominated_, route).has_value();
    if (first) handshake_.start(now);
  }

  PlainHandshake handshake_;
  std::deque<Sent> answers_;
  std::optional<Route> nominated_;
};

inline SdpAnswer answer_of(const std::vector<Endpoint>& candidates, bool server_begins = false) {
  SdpAnswer answer;
  answer.fingerprint = fingerprint_of(server_is);
  answer.ice_ufrag = server_ice.ufrag;
  answer.ice_password = server_ice.password;
  answer.server_is_client = server_begins;
  for (const Endpoint& candidate : candidates) {
    answer.candidates.push_back({candidate, SdpAnswer::CandidateKind::host, 1});
  }
  answer.vp8 = 96;
  answer.receives_video = true;
  return answer;
}

inline Joining joining(const SdpAnswer& answer, bool can_restart = false) {
  Joining joining;
  joining.can_restart = can_restart;
  joining.ice_ufrag = our_ice.ufrag;
  joining.ice_password = our_ice.password;
  joining.answer = answer;
  return joining;
}

inline const Endpoint server_address = address_of(1, 7882);
inline const Endpoint our_address = address_of(2, 40000);

/// A session that joins a server, 50 ms away.
class JoinedServer {
 public:
  static constexpr Duration delay = 50ms;

  explicit JoinedServer(const SdpAnswer& answer, std::unique_ptr<MediaServer> the_server = nullptr,
                        bool can_restart = false)
      : server(std::move(the_server)),
        session(tools_of(we_are, !answer.server_is_client, we_are), joining(answer, can_restart), now) {}

  void run(Duration length) {
    for (const LocalTime end = now + length; now < end; now += 1ms) step();
  }
  void from_server(std::vector<std::uint8_t> datagram) {
    wire_.push_back({now + delay, std::move(datagram), {our_address, server_address.address}});
  }
  bool has(SecureSession::Event::Kind kind) const { return std::ranges::find(events, kind) != events.end(); }
  auto count(SecureSession::Event::Kind kind) const { return std::ranges::count(events, kind); }

  LocalTime now{1h};
  std::unique_ptr<MediaServer> server;
  SecureSession session;
  std::vector<SecureSession::Event::Kind> events;
  Route last_route;                 // of the last event
  std::vector<Endpoint> asked;      // where we sent anything
  bool server_talks = false;        // sends media
  bool cut = false;                 // nothing comes through
  std::uint64_t media_of_ours = 0;  // that came to the server
  std::uint64_t sent = 0;           // datagrams of ours

 private:
  struct InFlight {
    LocalTime at;
    std::vector<std::uint8_t> datagram;
    Route route;  // as the sender has it
  };

  void step() {
    for (std::size_t left = wire_.size(); left > 0; --left) {
      InFlight next = std::move(wire_.front());
      wire_.pop_front();
      if (next.at > now)
        wire_.push_back(std::move(next));
      else if (!cut)
        deliver(next);
    }
    while (const auto out = session.poll(now)) send(out->datagram, out->route);
    while (const auto event = session.take_event()) {
      events.push_back(event->kind);
      last_route = event->route;
    }
    while (const auto out = server ? server->poll(now) : std::nullopt) {
      wire_.push_back({now + delay, out->datagram, {out->route.to, server_address.address}});
    }
    talk();
  }
  void deliver(const InFlight& datagram) {
    if (datagram.route.to == our_address) {
      const Route route(server_address, our_address.address);
      if (session.on_datagram(datagram.datagram, route, now) == SecureSession::Kind::media) {
        session.on_authenticated(route, datagram.datagram.size(), now);
      }
    } else if (datagram.route.to == server_address && server) {
      if (datagram.datagram.front() >= 128) ++media_of_ours;
      server->on_datagram(datagram.datagram, {our_address, server_address.address}, now);
    }
  }
  void send(const std::vector<std::uint8_t>& datagram, const Route& route) {
    ++sent;
    if (std::ranges::find(asked, route.to) == asked.end()) asked.push_back(route.to);
    wire_.push_back({now + delay, datagram, route});
  }
  void talk() {
    if (now < next_media_) return;
    next_media_ = now + 100ms;
    if (const auto route = session.route()) send({0x80, 96, 0, 0}, *route);
    if (server_talks) from_server({0x80, 96, 0, 0});
  }

  std::deque<InFlight> wire_;
  LocalTime next_media_{};
};

}  // namespace evenkeel::test
