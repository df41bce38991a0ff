#pragma once

#include <string>

#include "core/base/cryptography.h"
#include "core/signal/sdp_answer.h"

namespace evenkeel {

/// A way into a call that needs no link and no knock: an offer of ours went to a media server by HTTPS, and its answer
/// came back. Both ends know each other's ICE credentials and certificates by them. Who offers is controlling (RFC
/// 8445, section 6.1.1). The password is wiped wherever one ends.
struct Joining {
  std::string ice_ufrag;     ///< ours, as they stood in the offer
  std::string ice_password;  ///< likewise
  SdpAnswer answer;

  Joining() = default;
  Joining(const Joining&) = default;
  Joining(Joining&&) = default;
  Joining& operator=(const Joining&) = default;
  Joining& operator=(Joining&&) = default;
  ~Joining() { wipe(ice_password); }
};

}  // namespace evenkeel
