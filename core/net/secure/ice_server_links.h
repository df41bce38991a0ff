#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cryptography.h"

namespace evenkeel {

/// A STUN or TURN server that a media server names (RFC 9725, section 4.6).
struct IceServer {
  std::string url;         ///< stun:, stuns:, turn: or turns: (RFC 7064, RFC 7065)
  std::string username;    ///< of turn; empty where there is none
  std::string credential;  ///< a secret: to be wiped, not shown

  ~IceServer() { wipe(credential); }
  bool operator==(const IceServer&) const = default;
};

inline constexpr std::size_t max_ice_servers = 8;

/// Adds those of one header "Link" (RFC 8288) with rel="ice-server", until there are max_ice_servers. What is malformed
/// is passed over.
void add_ice_servers(std::string_view link_header, std::vector<IceServer>& servers);

}  // namespace evenkeel
