#pragma once

#include <optional>

#include "core/session/endpoint.h"
#include "core/units/time.h"

namespace evenkeel {

enum class CallState {
  waiting,     ///< a listener without a peer
  connecting,  ///< a caller whose peer has not answered yet
  in_call,
  silent,  ///< nothing came from the peer for a while; it may return
  ended    ///< a caller whose peer hung up
};

/// Decides whom a call listens to. A caller knows its peer's address. A listener locks on to the first that sends it a
/// well-formed RTCP packet and ignores everyone else. A peer that was killed and started again may come from another
/// port: once it is silent, its host may lock on again.
class PeerLock {
 public:
  static constexpr Duration silence = 2500ms;
  /// For so long a listener keeps its place for a silent peer; then anyone may call.
  static constexpr Duration patience = 30s;
  /// For so long after its BYE nothing of a peer is a greeting: reports may be overtaken by it on the way.
  static constexpr Duration afterglow = 2s;

  /// A listener.
  PeerLock() = default;
  /// A caller of `peer`.
  explicit PeerLock(const Endpoint& peer) : caller_(true), peer_(peer), state_(CallState::connecting) {}

  enum class Verdict {
    ignore,
    accept,
    accept_new,      ///< the first from this peer: the call starts
    accept_returned  ///< the first from the peer of the call after its silence: the call starts again
  };
  /// A datagram came. `is_greeting`: it is a well-formed RTCP packet without BYE.
  Verdict on_datagram(const Endpoint& from, bool is_greeting, LocalTime now);

  /// The peer said BYE.
  void on_bye(LocalTime now);

  /// Returns true when the peer has just fallen silent.
  bool on_tick(LocalTime now);

  CallState state() const { return state_; }
  const std::optional<Endpoint>& peer() const { return peer_; }
  LocalTime last_heard() const { return last_heard_; }

 private:
  bool may_lock(const Endpoint& from, LocalTime now) const;

  bool caller_ = false;
  std::optional<Endpoint> peer_;
  CallState state_ = CallState::waiting;
  LocalTime last_heard_{};
  std::optional<Endpoint> departed_;
  LocalTime departed_at_{};
};

}  // namespace evenkeel
