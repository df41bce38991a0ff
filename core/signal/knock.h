#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/cryptography.h"

namespace evenkeel {

/// The caller's side of the negotiation, sealed into the listener's ice-ufrag as the caller writes it: all that an
/// offer would tell (docs/secure-calls.md has the bytes).
struct Knock {
  Sha256Digest fingerprint{};  ///< of the caller's certificate
  std::string ice_password;    ///< the caller's, 22 to 32 ice-chars

  // Payload types; 0: not offered.
  std::uint8_t vp8 = 0;
  std::uint8_t vp8_retransmission = 0;  ///< RFC 4588 of the former
  std::uint8_t opus = 0;
  // Ids of RTP header extensions (RFC 8285), 1 to 14; 0: not offered.
  std::uint8_t transport_wide_number_id = 0;
  std::uint8_t capture_time_id = 0;
  std::uint8_t audio_level_id = 0;  ///< RFC 6464
  // What the caller can do.
  bool congestion_feedback = false;      ///< RFC 8888
  bool transport_wide_feedback = false;  ///< draft-holmer-rmcat-transport-wide-cc-extensions-01
  bool remb = false;
  bool native =
      false;  ///< it is an Evenkeel: its streams of repair, retransmission and references, as its reports tell
  /// Of an Evenkeel: what it understands beyond that, in 7 bits that mean nothing here; nullopt: its reports tell.
  std::optional<std::uint8_t> features{};
  // Directions, seen from the caller.
  bool sends_video = false, receives_video = false, sends_audio = false, receives_audio = false;

  bool operator==(const Knock&) const = default;
};

inline constexpr std::size_t knock_text_size = 134;

/// 134 ice-chars. The nonce must be random and new.
std::string seal_knock(const Knock& knock, const AesKey& key, const GcmNonce& nonce, const Cryptography& cryptography);

struct OpenedKnock {
  Knock knock;
  GcmNonce nonce{};  ///< names it: no nonce is taken twice
};
/// Nullopt for all that is no knock of this key: forged, malformed, of another link, or of an unknown version.
std::optional<OpenedKnock> open_knock(std::string_view text, const AesKey& key, const Cryptography& cryptography);

}  // namespace evenkeel
