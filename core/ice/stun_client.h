#pragma once

#include <optional>

#include "core/base/endpoint.h"
#include "core/base/random_bytes.h"
#include "core/ice/stun_transaction.h"

namespace evenkeel {

/// Asks a STUN server by which address it sees the socket of a call (RFC 8489, binding requests; the server-reflexive
/// address of RFC 8445, section 5.1.1.2), and again often enough that NATs keep the mapping. Nothing that the server
/// says is authentic: whoever is on the way to it can change it, and gets checks that nobody answers.
class StunClient {
 public:
  /// NATs keep a mapping for 30 s at least where it is used (RFC 4787, REQ-5, asks for two minutes).
  static constexpr Duration refresh_interval = 20s;
  static constexpr unsigned transmissions = 4;

  struct Outgoing {
    std::vector<std::uint8_t> datagram;
    Route route;
  };

  StunClient(const Endpoint& server, const RandomBytes& random, LocalTime now)
      : server_(server), random_(random), next_request_(now) {}

  /// Whether it was the answer to the request under way, from the server: it is nobody else's then.
  bool on_stun(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  /// Asks at once.
  void on_addresses_changed(LocalTime now);

  std::optional<Outgoing> poll(LocalTime now);
  LocalTime next_wake() const;

  const Endpoint& server() const { return server_; }
  /// As the last answer told; nullopt before the first.
  const std::optional<Endpoint>& mapped() const { return mapped_; }
  /// The last request that ended got no answer of use.
  bool is_unanswered() const { return unanswered_; }

 private:
  Endpoint server_;
  RandomBytes random_;
  StunTransaction request_;
  LocalTime next_request_;
  std::optional<Endpoint> mapped_;
  bool unanswered_ = false;
};

}  // namespace evenkeel
