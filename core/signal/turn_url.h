#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evenkeel {

/// Where a TURN server is (RFC 7065).
struct TurnUrl {
  enum class Transport { udp, tcp, other };

  bool secure = false;  ///< turns: by TLS or DTLS
  std::string host;     ///< in lower case: a name or an IPv4 address, or an IPv6 address without the brackets
  std::uint16_t port = 0;
  Transport transport = Transport::udp;  ///< also where the URL names none; of turns: TCP then

  bool operator==(const TurnUrl&) const = default;
  bool is_by_udp() const { return !secure && transport == Transport::udp; }
};

/// "turn:HOST", "turns:HOST:PORT?transport=TRANSPORT". Nullopt for all else; looks nothing up.
std::optional<TurnUrl> parse_turn_url(std::string_view text);

/// "turn.example.org:3478", "[2001:db8::7]:3478".
std::string address_text(const TurnUrl& url);

}  // namespace evenkeel
