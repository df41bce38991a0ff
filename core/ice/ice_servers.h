#pragma once

#include <memory>
#include <vector>

#include "core/ice/stun_client.h"
#include "core/ice/turn_client.h"

namespace evenkeel {

/// The servers that tell or lend a call addresses: what the socket gets from them, and what they are sent. All that
/// others must not see of it ends here.
class IceServers {
 public:
  struct Config {
    std::vector<Endpoint> stun;  ///< at most one of each family is asked
    std::optional<TurnServer> turn = std::nullopt;
  };
  using Outgoing = StunClient::Outgoing;

  IceServers(const Cryptography& cryptography, const RandomBytes& random)
      : cryptography_(cryptography), random_(random) {}

  /// Begins to ask them; those of before are forgotten, but for what they have in common. A TURN server is asked as a
  /// STUN server, too.
  void start(const Config& config, LocalTime now);

  enum class Kind {
    not_ours,
    handled,
    relayed  ///< `data` came from a peer, by `route`
  };
  struct Received {
    Kind kind = Kind::not_ours;
    std::span<std::uint8_t> data{};
    Route route{};
  };
  Received on_datagram(std::span<std::uint8_t> datagram, const Route& route, LocalTime now);
  /// To a peer over the relay, in poll().
  void send_relayed(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  void on_addresses_changed(LocalTime now);
  /// Gives back what was lent; to be polled until is_closed().
  void close(LocalTime now);
  bool is_closed() const { return !turn_ || turn_->is_closed(); }
  std::optional<Outgoing> poll(LocalTime now);
  LocalTime next_wake() const;

  /// The addresses by which the STUN servers see us, of each family at most one.
  const std::vector<Endpoint>& reflexive_addresses() const { return reflexive_; }
  bool empty() const { return stun_.empty() && !turn_; }
  /// None is left that has neither answered nor been given up.
  bool is_settled() const;
  /// Null without a TURN server.
  const TurnClient* turn() const { return turn_.get(); }
  const std::vector<Endpoint>& relayed_addresses() const { return relayed_; }
  /// Counts changes of these addresses: while it stays, so do they.
  std::uint64_t version() const { return version_; }

 private:
  void ask(const Endpoint& server, LocalTime now);
  void follow_turn_server(LocalTime now);
  std::vector<Endpoint> mapped_addresses() const;
  void update(LocalTime now);
  Received from_relay(const TurnClient::Received& received) const;

  const Cryptography& cryptography_;
  RandomBytes random_;
  Config config_;                       // without the TURN server
  std::vector<Endpoint> turn_servers_;  // as it was configured
  std::vector<StunClient> stun_;
  std::unique_ptr<TurnClient> turn_;
  std::optional<Endpoint> turn_server_;  // that is among those of stun_
  TurnClient::State turn_state_{};       // as of the last update
  std::vector<Endpoint> reflexive_, relayed_;
  std::uint64_t version_ = 0;
};

}  // namespace evenkeel
