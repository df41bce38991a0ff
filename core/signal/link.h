#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cryptography.h"
#include "core/base/endpoint.h"
#include "core/base/parsed.h"

namespace evenkeel {

/// Wiped wherever one ends.
struct LinkSecret : std::array<std::uint8_t, 16> {
  ~LinkSecret() { wipe(*this); }
};

/// An invitation to a call: where the listener is, what its certificate is, and a secret that only those have who were
/// given the link. Written as PAGE#e1.DATA, DATA in base64url (docs/secure-calls.md).
struct CallLink {
  static constexpr std::size_t max_addresses = 6;

  std::uint8_t flags = 0;  ///< what the listener can do; bits that a reader does not know mean nothing to it
  LinkSecret secret{};
  Sha256Digest fingerprint{};       ///< of the listener's certificate
  std::vector<Endpoint> addresses;  ///< 1 to max_addresses, the likeliest first
};

/// `page`: what stands before the "#". Of the addresses only those are written that one host can be at.
std::string write_link(const CallLink& link, std::string_view page, const Cryptography& cryptography);

/// Of a text that somebody copied, which has a link in it, or what follows the "#" of one. The error is one sentence:
/// "This link is damaged...", "...needs a newer Evenkeel...", or that it is no link.
Parsed<CallLink> read_link(std::string_view text, const Cryptography& cryptography);

/// Whether it is meant as a link rather than as an address: it has "#e" and a digit, starts with "e1.", or has that
/// before what is as long as a link.
bool looks_like_link(std::string_view text);

/// What both ends make of the secret (HKDF-SHA-256). Wiped wherever they end.
struct LinkKeys {
  std::string ice_password;  ///< the listener's, 32 ice-chars
  AesKey knock_key{};        ///< seals knocks
  AesKey reply_key{};        ///< seals reply codes

  ~LinkKeys() { forget(); }
  /// Overwrites them: what was sealed with them does not open any more.
  void forget();
};
LinkKeys derive_keys(const LinkSecret& secret, const Cryptography& cryptography);

}  // namespace evenkeel
