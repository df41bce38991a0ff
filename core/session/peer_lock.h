#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/session/address_tokens.h"
#include "core/session/call_state.h"

namespace evenkeel {

/// Of a well-formed RTCP packet without BYE: what it says of addresses. Empty where it says nothing.
struct Greeting {
  std::string_view token;  ///< to be echoed
  std::string_view echo;   ///< of our token
};

/// Decides which peer a call listens to. A caller knows its peer's address. A listener locks on to the first that calls
/// it and ignores everyone else. A peer that was killed and started again may come from another port: once it is
/// silent, its host may lock on again.
///
/// An address can be forged, and media are many bytes. So nobody gets any before it echoed the token that was sent to
/// its address (AddressTokens): a call begins with three greetings, one of the caller, one back with the echo, and the
/// caller's echo. Both ends ask for that, each time that a call begins or goes on after a silence.
class PeerLock {
 public:
  static constexpr Duration silence = 2500ms;
  /// How long a listener keeps its place for a silent peer; after that anyone may call.
  static constexpr Duration patience = 30s;
  /// How long after its BYE nothing from a peer counts as a greeting: reports may be overtaken by it on the way.
  static constexpr Duration afterglow = 2s;

  /// A listener. `key`: random, of this process alone.
  explicit PeerLock(const HashKey& key) : tokens_(key) {}
  /// A caller of `peer`.
  PeerLock(const HashKey& key, const Endpoint& peer)
      : tokens_(key), caller_(true), peer_(peer), state_(CallState::connecting) {}

  enum class Verdict {
    ignore,
    challenge,  ///< may be the peer, but its address is not proven: only a greeting with a token may go there
    accept,
    accept_new,      ///< the first from this peer: the call starts
    accept_returned  ///< the first from the peer of the call after its silence: the call starts again
  };
  /// False where whatever comes from there now is ignored, so that nobody need read it.
  bool listens_to(const Endpoint& from, LocalTime now) const;
  /// A datagram came; `greeting` where it is one.
  Verdict on_datagram(const Endpoint& from, const std::optional<Greeting>& greeting, LocalTime now);

  /// The peer said BYE.
  void on_bye(LocalTime now);

  /// Returns true when the peer has just fallen silent.
  bool on_tick(LocalTime now);

  /// What `to` must echo before it gets media; empty where it gets them already.
  std::string token_for(const Endpoint& to, LocalTime now) const;

  CallState state() const { return state_; }
  const std::optional<Endpoint>& peer() const { return peer_; }
  LocalTime last_heard() const { return last_heard_; }

 private:
  AddressTokens tokens_;
  bool caller_ = false;
  std::optional<Endpoint> peer_;
  CallState state_ = CallState::waiting;
  LocalTime last_heard_{};
  std::optional<Endpoint> departed_;
  LocalTime departed_at_{};
};

}  // namespace evenkeel
