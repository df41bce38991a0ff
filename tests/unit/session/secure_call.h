#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "core/net/secure/openssl_cryptography.h"
#include "core/session/secure_session.h"

namespace evenkeel::test {

inline Sha256Digest fingerprint_of(std::uint8_t who) {
  Sha256Digest digest{};
  digest.fill(who);
  return digest;
}

inline Endpoint address_of(std::uint8_t host, std::uint16_t port = 5004) {
  return {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, host}, port};
}

/// Stands for DTLS in its shape: a hello that is repeated until it is answered, fingerprints both ways, keys where both
/// are as expected. Which end is the client shows in start().
class PlainHandshake : public Handshake {
 public:
  PlainHandshake(const Sha256Digest& own, const Sha256Digest& expected, bool client)
      : own_(own), expected_(expected), client_(client) {}

  void start(LocalTime now) override {
    if (!client_) return;
    state_ = State::under_way;
    hello(now);
  }
  void on_datagram(Datagram datagram, LocalTime) override {
    if (state_ == State::closed) return;
    if (datagram.size() == 2 && datagram[1] == goodbye) state_ = State::closed;
    if (datagram.size() != 2 + own_.size() || state_ == State::failed) return;
    if (!client_) answer_ = message(flight);
    if (state_ == State::done) return;
    wrong_ = !std::equal(expected_.begin(), expected_.end(), datagram.begin() + 2);
    state_ = wrong_ ? State::failed : State::done;
    wake_ = LocalTime::max();
    if (!wrong_) keys_ = SrtpKeys{};
  }
  void on_timer(LocalTime now) override { hello(now); }
  LocalTime next_wake() const override { return wake_; }
  std::optional<Datagram> poll() override {
    if (answer_.empty()) return std::nullopt;
    sent_ = std::exchange(answer_, {});
    return sent_;
  }
  void close() override {
    answer_ = {22, goodbye};
    state_ = State::closed;
    wake_ = LocalTime::max();
  }
  State state() const override { return state_; }
  std::string_view failure() const override { return wrong_ ? "the certificate is another one" : ""; }
  bool wrong_certificate() const override { return wrong_; }
  std::optional<SrtpKeys> take_keys() override { return std::exchange(keys_, std::nullopt); }
  std::string_view cipher() const override { return state_ == State::done ? "PLAIN" : ""; }

 private:
  static constexpr std::uint8_t flight = 1, goodbye = 2;
  std::vector<std::uint8_t> message(std::uint8_t kind) const {
    std::vector<std::uint8_t> bytes{22, kind};
    bytes.insert(bytes.end(), own_.begin(), own_.end());
    return bytes;
  }
  void hello(LocalTime now) {
    answer_ = message(flight);
    wake_ = now + 400ms;
  }

  Sha256Digest own_, expected_;
  bool client_;
  State state_ = State::idle;
  bool wrong_ = false;
  LocalTime wake_ = LocalTime::max();
  std::vector<std::uint8_t> answer_, sent_;
  std::optional<SrtpKeys> keys_;
};

inline RandomBytes seeded(std::uint64_t seed) {
  return [random = std::make_shared<std::mt19937_64>(seed)](std::span<std::uint8_t> out) {
    for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>((*random)());
  };
}

inline SecureSession::Tools tools_of(std::uint8_t who, bool client, std::uint64_t seed) {
  return {&openssl_cryptography(), seeded(seed), [who, client](const Sha256Digest& expected) {
            return std::make_unique<PlainHandshake>(fingerprint_of(who), expected, client);
          }};
}

/// Ends of calls by their address, over a wire with a delay and losses, in virtual time.
class SecureNetwork {
 public:
  explicit SecureNetwork(double loss = 0, std::uint64_t seed = 1) : loss_(loss), random_(seed) {}

  struct End {
    std::unique_ptr<SecureSession> session;
    std::vector<SecureSession::Event::Kind> events;
    std::uint64_t received = 0, sent = 0;  // bytes
    bool talks = false;                    // sends media while it has a peer
    LocalTime next_media{};
  };
  struct InFlight {
    LocalTime at;
    Endpoint from, to;
    std::vector<std::uint8_t> datagram;
  };

  End& add(const Endpoint& address, std::unique_ptr<SecureSession> session) {
    End& end = ends_[key(address)];
    end.session = std::move(session);
    addresses_[key(address)] = address;
    return end;
  }
  void remove(const Endpoint& address) { ends_.erase(key(address)); }
  /// The machine has another address from now on.
  void move(const Endpoint& from, const Endpoint& to) {
    auto end = ends_.extract(key(from));
    end.key() = key(to);
    ends_.insert(std::move(end));
    addresses_[key(to)] = to;
  }
  void inject(const Endpoint& from, const Endpoint& to, std::vector<std::uint8_t> datagram) {
    wire_.push_back({now + delay, from, to, std::move(datagram)});
  }
  void run(Duration length) {
    for (const LocalTime end = now + length; now < end; now += 1ms) step();
  }

  LocalTime now{1h};
  Duration delay = 50ms;
  std::size_t media_size = 4;  // bytes of a packet
  std::function<bool(const InFlight&)> loses = [](const InFlight&) {
    return false;
  };                             ///< besides what is lost by chance
  std::vector<InFlight> record;  // all that was sent

 private:
  using Key = std::pair<IpAddress, std::uint16_t>;
  static Key key(const Endpoint& e) { return {e.address, e.port}; }

  void step() {
    for (std::size_t left = wire_.size(); left > 0; --left) {
      InFlight datagram = std::move(wire_.front());
      wire_.pop_front();
      if (datagram.at > now) {
        wire_.push_back(std::move(datagram));
      } else if (const auto end = ends_.find(key(datagram.to)); end != ends_.end()) {
        deliver(end->second, datagram);
      }
    }
    for (auto& [address, end] : ends_) drive(addresses_[address], end);
  }
  void deliver(End& end, const InFlight& datagram) {
    end.received += datagram.datagram.size();
    const Route route(datagram.from, datagram.to.address);
    if (end.session->on_datagram(datagram.datagram, route, now) == SecureSession::Kind::media) {
      end.session->on_authenticated(route, datagram.datagram.size(), now);
    }
  }
  void drive(const Endpoint& address, End& end) {
    while (const auto event = end.session->take_event()) end.events.push_back(event->kind);
    while (const auto out = end.session->poll(now)) send(address, end, out->route.to, out->datagram);
    const auto route = end.session->route();
    if (!end.talks || !route || now < end.next_media) return;
    if (!end.session->is_caller() && end.session->state() == CallState::ringing) return;
    end.next_media = now + 100ms;
    std::vector<std::uint8_t> media{0x80, 96, 0, 0};
    media.resize(media_size);
    send(address, end, route->to, std::move(media));
  }
  void send(const Endpoint& from, End& end, const Endpoint& to, std::vector<std::uint8_t> datagram) {
    end.sent += datagram.size();
    record.push_back({now, from, to, datagram});
    if (loses(record.back()) || std::uniform_real_distribution<>(0, 1)(random_) < loss_) return;
    wire_.push_back({now + delay, from, to, std::move(datagram)});
  }

  double loss_;
  std::mt19937_64 random_;
  std::map<Key, End> ends_;
  std::map<Key, Endpoint> addresses_;
  std::deque<InFlight> wire_;
};

inline const LinkSecret a_secret{7, 7, 7};

inline CallLink link_to(std::uint8_t who, const Endpoint& address, const LinkSecret& secret = a_secret) {
  return {0, secret, fingerprint_of(who), {address}};
}

inline std::unique_ptr<SecureSession> listener(std::uint8_t who, bool asks = false, const LinkSecret& secret = a_secret,
                                               std::optional<PeerFeatures> features = std::nullopt) {
  return std::make_unique<SecureSession>(tools_of(who, false, who),
                                         SecureSession::Listening{secret, asks, nullptr, features});
}

inline std::unique_ptr<SecureSession> caller(std::uint8_t who, const CallLink& link, LocalTime now,
                                             std::uint64_t seed = 0,
                                             std::optional<PeerFeatures> features = std::nullopt) {
  Knock knock;
  knock.fingerprint = fingerprint_of(who);
  knock.vp8 = 96;
  knock.native = true;
  if (features) knock.features = to_bits(*features);
  return std::make_unique<SecureSession>(tools_of(who, true, seed == 0 ? who : seed),
                                         SecureSession::Calling{link, knock}, now);
}

}  // namespace evenkeel::test
