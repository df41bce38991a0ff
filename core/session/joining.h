#pragma once

#include <string>

#include "core/base/cryptography.h"
#include "core/signal/sdp_answer.h"
#include "core/signal/sdp_fragment.h"

namespace evenkeel {

/// A way into a call that needs no link and no knock: an offer of ours went to a media server by HTTPS, and its answer
/// came back. Both ends know each other's ICE credentials and certificates by them. Who offers is controlling (RFC
/// 8445, section 6.1.1). The password is wiped wherever one ends.
struct Joining {
  std::string ice_ufrag;     ///< ours, as they stood in the offer
  std::string ice_password;  ///< likewise
  SdpAnswer answer;
  bool can_restart = false;  ///< the server takes ICE restarts

  Joining() = default;
  Joining(const Joining&) = default;
  Joining(Joining&&) = default;
  Joining& operator=(const Joining&) = default;
  Joining& operator=(Joining&&) = default;
  ~Joining() { wipe(ice_password); }
};

/// Another way to the server of a call that is on: new credentials of ours went to it, and its own came back (RFC 9725,
/// section 4.3.3). Certificates and keys stay. The password is wiped wherever one ends.
struct IceRestart {
  std::string ice_ufrag;     ///< ours
  std::string ice_password;  ///< likewise
  SdpFragment server;

  IceRestart() = default;
  IceRestart(const IceRestart&) = default;
  IceRestart(IceRestart&&) = default;
  IceRestart& operator=(const IceRestart&) = default;
  IceRestart& operator=(IceRestart&&) = default;
  ~IceRestart() { wipe(ice_password); }
};

}  // namespace evenkeel
