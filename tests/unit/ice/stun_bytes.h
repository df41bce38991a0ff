#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/random_bytes.h"
#include "core/ice/crc32.h"
#include "core/ice/ice_agent.h"
#include "core/net/secure/openssl_cryptography.h"

namespace evenkeel::test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes hex(std::string_view text) {
  Bytes out;
  int digits = 0, value = 0;
  for (const char c : text) {
    if (c == ' ') continue;
    value = value * 16 + (c <= '9' ? c - '0' : c - 'a' + 10);
    if (++digits % 2 != 0) continue;
    out.push_back(static_cast<std::uint8_t>(value));
    value = 0;
  }
  return out;
}

inline void append_u16(Bytes& out, std::size_t value) {
  out.push_back(static_cast<std::uint8_t>(value >> 8));
  out.push_back(static_cast<std::uint8_t>(value));
}

/// One attribute, padded.
inline Bytes attribute(unsigned type, const Bytes& value) {
  Bytes out;
  append_u16(out, type);
  append_u16(out, value.size());
  out.insert(out.end(), value.begin(), value.end());
  while (out.size() % 4 != 0) out.push_back(0);
  return out;
}
inline Bytes attribute(unsigned type, std::string_view value) {
  return attribute(type, Bytes(value.begin(), value.end()));
}

/// A message written by hand, so that the tests do not rely on StunWriter: the length is right after each step.
class RawStun {
 public:
  RawStun(unsigned type, std::uint8_t id) {
    append_u16(bytes_, type);
    append_u16(bytes_, 0);
    for (const int byte : {0x21, 0x12, 0xA4, 0x42}) bytes_.push_back(static_cast<std::uint8_t>(byte));
    bytes_.insert(bytes_.end(), 12, id);
  }
  RawStun& add(const Bytes& attribute_bytes) {
    bytes_.insert(bytes_.end(), attribute_bytes.begin(), attribute_bytes.end());
    set_length(bytes_.size() - 20);
    return *this;
  }
  RawStun& integrity(std::string_view password) {
    set_length(bytes_.size() - 20 + 24);
    const Bytes key(password.begin(), password.end());
    const auto digest = openssl_cryptography().hmac_sha1(key, bytes_);
    return add(attribute(0x0008, Bytes(digest.begin(), digest.end())));
  }
  RawStun& fingerprint() {
    set_length(bytes_.size() - 20 + 8);
    const std::uint32_t sum = crc32(bytes_) ^ 0x5354'554Eu;
    Bytes value;
    append_u16(value, sum >> 16);
    append_u16(value, sum & 0xFFFF);
    return add(attribute(0x8028, value));
  }
  const Bytes& bytes() const { return bytes_; }

 private:
  void set_length(std::size_t length) {
    bytes_[2] = static_cast<std::uint8_t>(length >> 8);
    bytes_[3] = static_cast<std::uint8_t>(length);
  }
  Bytes bytes_;
};

inline RandomBytes seeded_random(unsigned seed) {
  return [generator = std::mt19937(seed)](std::span<std::uint8_t> out) mutable {
    for (auto& byte : out) byte = static_cast<std::uint8_t>(generator());
  };
}

inline IpAddress ipv4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, a, b, c, d};
}

}  // namespace evenkeel::test
