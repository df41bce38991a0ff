#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evenkeel {

/// What a peer understands beyond RTP, RTCP and RFC 8888. A peer that says nothing understands none of it.
struct PeerFeatures {
  bool retransmission = false;  ///< "rtx": RFC 4588
  bool repair = false;          ///< "repair": repair packets
  bool references = false;      ///< "refs": frames that refer to an acknowledged one
  bool sound = false;           ///< "sound": a stream of Opus beside the video, and reports on it
  bool sound_copies = false;    ///< "red": packets of sound with a copy of the one before (RFC 2198)

  /// Anything of what makes up for losses of the video.
  bool mends_losses() const { return retransmission || repair || references; }
  bool operator==(const PeerFeatures&) const = default;
};

/// What two peers both understand.
constexpr PeerFeatures common(const PeerFeatures& a, const PeerFeatures& b) {
  return {a.retransmission && b.retransmission, a.repair && b.repair, a.references && b.references, a.sound && b.sound,
          a.sound_copies && b.sound_copies};
}

/// As knock and answer of a secure call say it: a bit each, from the lowest in the order of the members. Bits without a
/// name are passed over.
std::uint8_t to_bits(const PeerFeatures& features);
PeerFeatures features_of_bits(std::uint8_t bits);

/// As the SDES PRIV item "evenkeel.features" says it: tokens with spaces between them. Empty where there are none.
std::string to_text(const PeerFeatures& features);
/// Unknown tokens are passed over: of the bytes of a peer nothing else can be wrong.
PeerFeatures parse_features(std::string_view text);

}  // namespace evenkeel
