#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/cryptography.h"
#include "core/base/parsed.h"
#include "core/signal/sdp_answer.h"

namespace evenkeel {

/// What an ICE restart by a media server changes (RFC 9725, section 4.3.3): the way to it, of one end. The password is
/// wiped wherever one ends.
struct SdpFragment {
  std::string ice_ufrag;                         ///< 4 to 256 ice-chars
  std::string ice_password;                      ///< 22 to 256 ice-chars
  std::vector<SdpAnswer::Candidate> candidates;  ///< as of SdpAnswer; empty: those of before

  SdpFragment() = default;
  SdpFragment(const SdpFragment&) = default;
  SdpFragment(SdpFragment&&) = default;
  SdpFragment& operator=(const SdpFragment&) = default;
  SdpFragment& operator=(SdpFragment&&) = default;
  ~SdpFragment() { wipe(ice_password); }
};

/// application/trickle-ice-sdpfrag (RFC 8840, section 9) about the video of write_sdp_offer(), without candidates, as
/// the offer.
std::string write_sdp_fragment(const std::string& ice_ufrag, const std::string& ice_password);

/// A server's. The text is anybody's: nothing is thrown, and what is not understood is passed over. The error is a
/// clause that says what is missing.
Parsed<SdpFragment> read_sdp_fragment(std::string_view text);

}  // namespace evenkeel
