#pragma once

#include <string_view>

#include "core/net/secure/srtp.h"
#include "wire.h"

namespace evenkeel::test {

Bytes from_hex(std::string_view text);
/// A key without meaning; other numbers, other keys.
SrtpKey some_key(SrtpProfile profile, std::uint8_t number = 0);

// SRTP written down from the RFCs over OpenSSL's ciphers, to hold libsrtp against.

/// RFC 3711, section 4.3.1, with a key derivation rate of zero; salts of 12 bytes as in RFC 7714, section 11.
Bytes derive(const SrtpKey& key, std::uint8_t label, std::size_t size);
/// AES-128-GCM: what was sealed, and the tag.
Bytes gcm(const Bytes& key, const Bytes& nonce, const Bytes& associated, const Bytes& plain);
/// `packet` has a header of 12 bytes.
Bytes reference_rtp(SrtpProfile profile, const SrtpKey& key, const Bytes& packet, std::uint32_t roll_over);
Bytes reference_rtcp(SrtpProfile profile, const SrtpKey& key, const Bytes& packet, std::uint32_t index);

}  // namespace evenkeel::test
