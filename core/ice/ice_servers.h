#pragma once

#include <vector>

#include "core/ice/stun_client.h"

namespace evenkeel {

/// The servers that tell or lend a call addresses: what the socket gets from them, and what they are sent. All that
/// others must not see of it ends here.
class IceServers {
 public:
  struct Config {
    std::vector<Endpoint> stun;  ///< at most one of each family is asked
  };
  using Outgoing = StunClient::Outgoing;

  explicit IceServers(const RandomBytes& random) : random_(random) {}

  /// Begins to ask them; those of before are forgotten.
  void start(const Config& config, LocalTime now);

  /// Whether a datagram was an answer of theirs.
  bool on_datagram(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  void on_addresses_changed(LocalTime now);
  std::optional<Outgoing> poll(LocalTime now);
  LocalTime next_wake() const;

  /// The addresses by which the STUN servers see us, of each family at most one.
  std::vector<Endpoint> reflexive_addresses() const;
  /// None is left that has neither answered nor been given up.
  bool is_settled() const;

 private:
  RandomBytes random_;
  std::vector<StunClient> stun_;
};

}  // namespace evenkeel
