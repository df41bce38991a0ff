#pragma once

#include <memory>
#include <optional>

#include "core/ice/ice_agent.h"
#include "core/session/handshake.h"

namespace evenkeel {

/// One way to a peer: the checks that find a path, and the handshake over it. The handshake takes datagrams only from
/// where a check was answered, so that a forged address gets nothing of it.
class SecureAttempt {
 public:
  struct Outgoing {
    std::vector<std::uint8_t> datagram;
    Route route;
  };

  /// `peer`: the fingerprint that the handshake expects.
  SecureAttempt(std::unique_ptr<IceAgent> agent, std::unique_ptr<Handshake> handshake, const Sha256Digest& peer,
                LocalTime now)
      : agent_(std::move(agent)), handshake_(std::move(handshake)), peer_(peer), began_(now) {}

  /// False where it is not of this attempt.
  bool on_stun(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  /// A check was answered from there.
  bool is_validated(const Route& route) const { return agent_->is_validated(route); }
  /// False where no check was answered from there.
  bool on_handshake(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  void on_addresses_changed(LocalTime now) { agent_->on_addresses_changed(now); }
  /// Another agent looks for the path from now on, under the handshake that there is.
  void restart(std::unique_ptr<IceAgent> agent);
  /// Another handshake goes over the path that there is.
  void shake_again(std::unique_ptr<Handshake> handshake, LocalTime now);
  /// Says close_notify; to be polled once more.
  void close() { handshake_->close(); }

  std::optional<Outgoing> poll(LocalTime now);
  /// Without checks: what is left to say when all is over.
  std::optional<Outgoing> poll_handshake(LocalTime now);
  LocalTime next_wake() const;

  IceAgent& agent() { return *agent_; }
  const IceAgent& agent() const { return *agent_; }
  Handshake& handshake() { return *handshake_; }
  const Handshake& handshake() const { return *handshake_; }
  const Sha256Digest& peer() const { return peer_; }
  LocalTime began() const { return began_; }
  /// When the handshake began; nullopt before.
  const std::optional<LocalTime>& shaking_since() const { return shaking_since_; }
  /// A check of ours was answered.
  bool found_path() const { return agent_->selected().has_value(); }

 private:
  std::optional<Route> handshake_route() const;
  void begin_handshake(LocalTime now);

  std::unique_ptr<IceAgent> agent_;
  std::unique_ptr<Handshake> handshake_;
  Sha256Digest peer_;
  LocalTime began_;
  std::optional<LocalTime> shaking_since_;
  std::optional<Route> came_by_;  // the last datagram of the handshake
};

}  // namespace evenkeel
