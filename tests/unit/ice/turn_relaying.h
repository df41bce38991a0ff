#pragma once

#include <map>
#include <random>
#include <vector>

#include "core/ice/turn_client.h"
#include "tests/unit/ice/turn_server.h"

namespace evenkeel::test {

inline const Endpoint server_address{ipv4(192, 0, 2, 53), 3478};
inline const Endpoint client_address{ipv4(198, 51, 100, 1), 5004};
inline const Endpoint peer{ipv4(203, 0, 113, 7), 40'000};

inline Endpoint peer_number(unsigned number) {
  return {ipv4(203, 0, 113, static_cast<std::uint8_t>(number % 250)), static_cast<std::uint16_t>(1024 + number)};
}

using State = TurnClient::State;

/// A client and its server, 10 ms apart.
class Relaying {
 public:
  explicit Relaying(const std::string& password = turn_password, unsigned seed = 1,
                    const std::vector<Endpoint>& servers = {server_address})
      : client({servers, turn_user, password}, openssl_cryptography(), seeded_random(seed), now), random(seed) {}

  struct Arrived {
    Endpoint from, to;
    Bytes datagram;
    bool operator==(const Arrived&) const = default;
  };

  void run(Duration time) {
    const LocalTime end = now + time;
    while (true) {
      drain();
      LocalTime next = client.next_wake();
      if (!in_flight.empty()) next = std::min(next, in_flight.begin()->first);
      if (next > end) break;
      now = std::max(now, next);
      while (!in_flight.empty() && in_flight.begin()->first <= now) {
        auto one = in_flight.extract(in_flight.begin()).mapped();
        deliver(one);
      }
    }
    now = end;
  }
  void send(const Endpoint& to, std::uint8_t byte) { client.send(Bytes(8, byte), to, now); }
  /// A peer sends to what the server lends.
  void send_from(const Endpoint& from, const Bytes& datagram) {
    carry(server.receive(datagram, from, server.allocations.begin()->second.relayed, now));
  }

  LocalTime now{1h};
  FakeTurnServer server{server_address};
  double loss = 0;
  std::vector<Arrived> at_peers, at_client;
  std::uint64_t sent = 0;
  TurnClient client;

 private:
  void drain() {
    while (auto out = client.poll(now)) {
      ++sent;
      if (!is_lost()) in_flight.emplace(now + 10ms, Arrived{client_address, out->route.to, out->datagram});
    }
  }
  bool is_lost() { return std::uniform_real_distribution<>(0, 1)(random) < loss; }
  void deliver(Arrived& one) {
    if (one.to == client_address) {
      const auto received = client.on_datagram(one.datagram, one.from, now);
      CHECK(received.kind != TurnClient::Kind::not_ours);
      if (received.kind == TurnClient::Kind::relayed)
        at_client.push_back({received.peer, {}, Bytes(received.data.begin(), received.data.end())});
    } else if (one.to == server.address || one.to.address == server_address.address) {
      carry(server.receive(one.datagram, one.from, one.to, now));
    }
  }
  void carry(const std::vector<FakeTurnServer::Sent>& all) {
    for (const auto& one : all) {
      if (one.to != client_address)
        at_peers.push_back({one.from, one.to, one.datagram});
      else if (!is_lost())
        in_flight.emplace(now + 10ms, Arrived{one.from, one.to, one.datagram});
    }
  }
  std::multimap<LocalTime, Arrived> in_flight;
  std::mt19937 random;
};

}  // namespace evenkeel::test
