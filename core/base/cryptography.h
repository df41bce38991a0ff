#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace evenkeel {

/// A SHA-256 digest. Of a certificate in DER: the fingerprint that names its owner (RFC 8122, section 5).
using Sha256Digest = std::array<std::uint8_t, 32>;
using Sha1Digest = std::array<std::uint8_t, 20>;
using Md5Digest = std::array<std::uint8_t, 16>;
/// A key of AES-128.
using AesKey = std::array<std::uint8_t, 16>;
/// Of AES-GCM; never used twice with one key.
using GcmNonce = std::array<std::uint8_t, 12>;
inline constexpr std::size_t gcm_tag_size = 16;

/// What core needs of a library of cryptography, so that it links none itself. Functions without state: any thread may
/// call them.
class Cryptography {
 public:
  using Bytes = std::span<const std::uint8_t>;
  virtual ~Cryptography() = default;

  virtual Sha256Digest sha256(Bytes data) const = 0;
  /// For the key of STUN's long-term credentials (RFC 8489, section 9.2.2), and nothing else.
  virtual Md5Digest md5(Bytes data) const = 0;
  /// RFC 2104; STUN's MESSAGE-INTEGRITY (RFC 8489, section 14.5).
  virtual Sha1Digest hmac_sha1(Bytes key, Bytes data) const = 0;
  /// RFC 5869 without salt; `out` has at most 8160 bytes.
  virtual void hkdf_sha256(Bytes secret, std::string_view info, std::span<std::uint8_t> out) const = 0;
  /// RFC 8018, section 5.2, with HMAC-SHA-256.
  virtual void pbkdf2_sha256(Bytes password, Bytes salt, int rounds, std::span<std::uint8_t> out) const = 0;
  /// AES-128-GCM (RFC 5116); `out` has gcm_tag_size bytes more than `plain`.
  virtual void seal(const AesKey& key, const GcmNonce& nonce, Bytes plain, std::span<std::uint8_t> out) const = 0;
  /// False where it was not sealed with this key and nonce, and `out`, of gcm_tag_size bytes less, means nothing then.
  virtual bool open(const AesKey& key, const GcmNonce& nonce, Bytes sealed, std::span<std::uint8_t> out) const = 0;
};

/// Whether both are the same, in a time that does not depend on where they differ. False where the sizes differ.
bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);

/// Overwrites a secret that is needed no more; the compiler does not leave it out.
void wipe(std::span<std::uint8_t> secret);
/// The text is empty afterwards.
void wipe(std::string& secret);

}  // namespace evenkeel
