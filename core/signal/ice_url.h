#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evenkeel {

/// Where a STUN or a TURN server is (RFC 7064, RFC 7065).
struct IceUrl {
  enum class Kind { stun, turn };
  enum class Transport { udp, tcp, other };

  Kind kind = Kind::turn;
  bool secure = false;  ///< stuns:, turns:, by TLS or DTLS
  std::string host;     ///< in lower case: a name or an IPv4 address, or an IPv6 address without the brackets
  std::uint16_t port = 0;
  Transport transport = Transport::udp;  ///< also where the URL names none; of turns: and stuns: TCP then

  bool operator==(const IceUrl&) const = default;
  bool is_by_udp() const { return !secure && transport == Transport::udp; }
};

/// "stun:HOST", "turn:HOST", "turns:HOST:PORT?transport=TRANSPORT"; the transport of stun: too, which people add.
/// Nullopt for all else; looks nothing up.
std::optional<IceUrl> parse_ice_url(std::string_view text);

/// Whether the text begins with one of these schemes.
bool has_ice_scheme(std::string_view text);

/// "turn.example.org:3478", "[2001:db8::7]:3478".
std::string address_text(const IceUrl& url);

}  // namespace evenkeel
