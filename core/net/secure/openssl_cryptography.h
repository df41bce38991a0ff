#pragma once

#include "core/base/cryptography.h"
#include "core/base/random_bytes.h"

namespace evenkeel {

/// By OpenSSL 3. A failure of the library itself (no memory) ends the program: there is no safe way on.
class OpensslCryptography final : public Cryptography {
 public:
  Sha256Digest sha256(Bytes data) const override;
  Md5Digest md5(Bytes data) const override;
  Sha1Digest hmac_sha1(Bytes key, Bytes data) const override;
  void hkdf_sha256(Bytes secret, std::string_view info, std::span<std::uint8_t> out) const override;
  void pbkdf2_sha256(Bytes password, Bytes salt, int rounds, std::span<std::uint8_t> out) const override;
  void seal(const AesKey& key, const GcmNonce& nonce, Bytes plain, std::span<std::uint8_t> out) const override;
  bool open(const AesKey& key, const GcmNonce& nonce, Bytes sealed, std::span<std::uint8_t> out) const override;
};

/// The one that all use: it has no state.
const Cryptography& openssl_cryptography();

/// OpenSSL's generator, seeded by the operating system.
RandomBytes system_random();

}  // namespace evenkeel
