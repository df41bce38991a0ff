#pragma once

#include <algorithm>

#include "core/base/cryptography.h"

/// Cryptography that every input passes: digests and keys are zeros, and sealed is what has a tag of zeros behind it.
/// So the fuzzer gets beyond checksums and seals, and is not slowed down by them.
class FakeCryptography final : public evenkeel::Cryptography {
 public:
  evenkeel::Sha256Digest sha256(Bytes) const override { return {}; }
  evenkeel::Md5Digest md5(Bytes) const override { return {}; }
  evenkeel::Sha1Digest hmac_sha1(Bytes, Bytes) const override { return {}; }
  void hkdf_sha256(Bytes, std::string_view, std::span<std::uint8_t> out) const override { std::ranges::fill(out, 0); }
  void pbkdf2_sha256(Bytes, Bytes, int, std::span<std::uint8_t> out) const override { std::ranges::fill(out, 0); }
  void seal(const evenkeel::AesKey&, const evenkeel::GcmNonce&, Bytes plain,
            std::span<std::uint8_t> out) const override {
    std::fill(std::ranges::copy(plain, out.begin()).out, out.end(), 0);
  }
  bool open(const evenkeel::AesKey&, const evenkeel::GcmNonce&, Bytes sealed,
            std::span<std::uint8_t> out) const override {
    if (sealed.size() < evenkeel::gcm_tag_size) return false;
    std::ranges::copy(sealed.first(sealed.size() - evenkeel::gcm_tag_size), out.begin());
    return std::ranges::all_of(sealed.last(evenkeel::gcm_tag_size), [](std::uint8_t byte) { return byte == 0; });
  }
};
