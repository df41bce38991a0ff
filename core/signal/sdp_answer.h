#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cryptography.h"
#include "core/base/endpoint.h"
#include "core/base/parsed.h"
#include "core/signal/sdp_offer.h"

namespace evenkeel {

/// A media server's answer to our offer (RFC 8829, RFC 9725): what a call with it needs. The password is wiped wherever
/// one ends.
struct SdpAnswer {
  static constexpr std::size_t max_size = 65536;  ///< bytes of a text
  static constexpr std::size_t max_candidates = 16;

  enum class CandidateKind { host, server_reflexive, peer_reflexive, relayed };
  struct Candidate {
    Endpoint endpoint;
    CandidateKind kind{};
    std::uint32_t priority = 0;

    bool operator==(const Candidate&) const = default;
  };

  Sha256Digest fingerprint{};         ///< of the server's certificate
  std::string ice_ufrag;              ///< 4 to 256 ice-chars
  std::string ice_password;           ///< 22 to 256 ice-chars
  bool ice_lite = false;              ///< it answers checks, and sends none (RFC 8445, section 2.5)
  bool server_is_client = false;      ///< of DTLS: "setup:active"; else we are
  std::vector<Candidate> candidates;  ///< 1 to max_candidates, UDP, that one host can be at; the server's best first
  struct PassedOver {
    std::size_t tcp = 0;      ///< and other transports than UDP
    std::size_t hidden = 0;   ///< by names, as "x.local"
    std::size_t other = 0;    ///< malformed, at no host, of another component
    std::size_t surplus = 0;  ///< beyond max_candidates
  } passed_over;

  // Payload types, 35 to 63 or 96 to 127; 0: not taken.
  std::uint8_t vp8 = 0;                 ///< never 0
  std::uint8_t vp8_retransmission = 0;  ///< RFC 4588 of the former
  std::uint8_t opus = 0;                ///< 0 where sound is refused, or does not come by the video's way
  // Ids of RTP header extensions (RFC 8285), 1 to 14; 0: not taken.
  std::uint8_t transport_wide_number_id = 0;
  std::uint8_t capture_time_id = 0;
  std::uint8_t audio_level_id = 0;  ///< RFC 6464
  // Feedback that it takes or gives, of VP8.
  bool congestion_feedback = false;      ///< RFC 8888
  bool transport_wide_feedback = false;  ///< draft-holmer-rmcat-transport-wide-cc-extensions-01
  bool remb = false;
  bool nack = false, picture_loss = false, full_intra_request = false;
  bool reduced_size_rtcp = false;  ///< RFC 5506
  // The first two also cover packets of sound.
  bool congestion_feedback_of_sound = false, transport_wide_feedback_of_sound = false;

  bool sends_video = false, receives_video = false;  ///< the server
  bool sends_audio = false, receives_audio = false;  ///< likewise; only with Opus
  std::optional<std::uint32_t> ssrc;                 ///< that it sends video from, where it says so

  SdpAnswer() = default;
  SdpAnswer(const SdpAnswer&) = default;
  SdpAnswer(SdpAnswer&&) = default;
  SdpAnswer& operator=(const SdpAnswer&) = default;
  SdpAnswer& operator=(SdpAnswer&&) = default;
  ~SdpAnswer() { wipe(ice_password); }
};

/// The answer to an offer by write_sdp_offer(). The text is anybody's: nothing is thrown, and what is not understood is
/// passed over. The error is one sentence that says what is missing or wrong, and what to do.
Parsed<SdpAnswer> read_sdp_answer(std::string_view text, ServerCall call);

}  // namespace evenkeel
