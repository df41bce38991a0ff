#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/cryptography.h"
#include "core/base/endpoint.h"

namespace evenkeel {

/// What a call by a media server is for: to give it our video (WHIP, RFC 9725), or to get one from it (WHEP).
enum class ServerCall { publish, view };

/// What an offer to a media server says that is not the same in each. All is to be new for each call, and drawn by
/// chance where nothing else is said: it must tell nothing of this machine.
struct SdpOffer {
  ServerCall call{};
  std::uint64_t session_id = 0;  ///< below 2^63
  std::string ice_ufrag;         ///< 4 to 256 ice-chars
  std::string ice_password;      ///< 22 to 256 ice-chars
  Sha256Digest fingerprint{};    ///< of our certificate

  /// Where we are; the first 16 are written, the likeliest first. May be empty: a server learns from our checks.
  std::vector<Endpoint> candidates;

  /// Of what is published.
  struct Source {
    std::uint32_t ssrc = 0;
    std::uint32_t retransmission_ssrc = 0;
    std::string cname;             ///< token characters (RFC 8866, section 9)
    std::string stream;            ///< of the msid, and of its track of video, likewise
    std::uint32_t sound_ssrc = 0;  ///< 0: no sound is published
  };
  std::optional<Source> source;
};

/// The numbers that an offer gives to what it names; an answer keeps them (RFC 3264, section 6.1; RFC 8285, section 6).
namespace offered {
inline constexpr std::uint8_t vp8 = 96;
inline constexpr std::uint8_t vp8_retransmission = 97;  ///< RFC 4588
inline constexpr std::uint8_t opus = 111;
inline constexpr std::uint8_t capture_time_id = 1;
inline constexpr std::uint8_t transport_wide_number_id = 3;
inline constexpr std::uint8_t audio_level_id = 4;

// Characters of ICE's credentials; of the password they are 144 random bits.
inline constexpr std::size_t ice_ufrag_size = 8, ice_password_size = 24;
}  // namespace offered

/// The offer (RFC 8829): one video, and sound, sent or received, over UDP with BUNDLE and rtcp-mux; VP8 with
/// retransmission, Opus with its level; all feedback that we understand. Whoever answers chooses who is DTLS client
/// (RFC 9725, section 4.4.2: actpass). It is complete: no candidate follows it.
std::string write_sdp_offer(const SdpOffer& offer);

}  // namespace evenkeel
