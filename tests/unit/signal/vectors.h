#pragma once

#include <numeric>

#include "core/net/secure/openssl_cryptography.h"
#include "core/signal/knock.h"
#include "core/signal/link.h"
#include "core/signal/reply_code.h"

// The test vectors of docs/secure-calls.md; they were made by another program than ours.
namespace evenkeel::test {

inline const Cryptography& crypto() { return openssl_cryptography(); }

/// first, first + 1, first + 2...
template <class Bytes>
Bytes counting_from(std::uint8_t first) {
  Bytes bytes{};
  std::iota(bytes.begin(), bytes.end(), first);
  return bytes;
}

inline const LinkSecret secret = counting_from<LinkSecret>(0x00);
inline const Sha256Digest listener = counting_from<Sha256Digest>(0x20);
inline const Sha256Digest caller = counting_from<Sha256Digest>(0x40);
inline const GcmNonce knock_nonce = counting_from<GcmNonce>(0xa0);
inline const GcmNonce reply_nonce = counting_from<GcmNonce>(0xb0);

constexpr Endpoint ipv4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, std::uint16_t port) {
  return {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, a, b, c, d}, port};
}
inline constexpr Endpoint address_4 = ipv4(192, 0, 2, 7, 5004);
inline constexpr Endpoint address_6{{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}, 5004};

inline CallLink link_to(std::vector<Endpoint> addresses) { return {0, secret, listener, std::move(addresses)}; }
inline const std::string one_address_data =
    "AQAAAQIDBAUGBwgJCgsMDQ4PICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8BBMAAAgcTjLLzAkQ";
inline const std::string two_addresses_data =
    "AQAAAQIDBAUGBwgJCgsMDQ4PICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8CBMAAAgcTjAYgAQ24AAAAAAAAAAAAAAAHE4zL-APP";

inline LinkKeys keys() { return derive_keys(secret, crypto()); }

inline Knock example_knock() {
  Knock knock;
  knock.fingerprint = caller;
  knock.ice_password = "abcdefghijklmnopqrstuvwx";
  knock.vp8 = 96;
  knock.vp8_retransmission = 97;
  knock.opus = 111;
  knock.transport_wide_number_id = 3;
  knock.capture_time_id = 5;
  knock.congestion_feedback = knock.transport_wide_feedback = knock.native = true;
  knock.sends_video = knock.receives_video = true;
  return knock;
}
inline const std::string knock_text =
    "oKGio6SlpqeoqaqrpnrsEVqm9kXaILeZxHFoqjIjIcpGoyGv0fJ2QqQOmsd75nhfvMS0UOBYXsUsg3Pe7+MQ4JLf+ktVjzDlsOrZHdho6C6OBwSc"
    "GRU0g6G929sq+yNl+ljNTQ";

inline ReplyCode example_reply() { return {knock_text, "uvWX", {ipv4(198, 51, 100, 9, 6000)}}; }
inline const std::string reply_text =
    "r1."
    "sLGys7S1tre4ubq7GJxQYllBMQG0WeC5x0Ms1Nydf7U389wUZQmPHYCm7cx5CMXfkGLo1w39t55Y8D8lZHRnsARsmzSX5agXPnktNWic6PXoq5zv"
    "ag04bOZaVvjH-NRuMj3ECXaBFulzkS-eu8VfTZ7q1rZn09ceFik0O-2u7aRt77qn0OiLBN3aRe7ZIzmJgOCZwA";

}  // namespace evenkeel::test
