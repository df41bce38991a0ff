#include "core/net/secure/openssl_cryptography.h"

#include <catch2/catch.hpp>
#include <string_view>
#include <vector>

using namespace evenkeel;

namespace {

std::vector<std::uint8_t> hex(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

Cryptography::Bytes bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

template <class Digest>
std::vector<std::uint8_t> vec(const Digest& digest) {
  return {digest.begin(), digest.end()};
}

const Cryptography& crypto = openssl_cryptography();

}  // namespace

TEST_CASE("The digest of FIPS 180-4's example, and of nothing") {
  CHECK(vec(crypto.sha256(bytes("abc"))) == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  CHECK(vec(crypto.sha256({})) == hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
}

TEST_CASE("The second case of RFC 2202 for HMAC, and one without key and data") {
  CHECK(vec(crypto.hmac_sha1(bytes("Jefe"), bytes("what do ya want for nothing?"))) ==
        hex("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"));
  CHECK(vec(crypto.hmac_sha1({}, {})) == hex("fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"));
}

TEST_CASE("The third case of RFC 5869 for HKDF, which has neither salt nor info") {
  std::vector<std::uint8_t> out(42);
  crypto.hkdf_sha256(hex("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"), "", out);
  CHECK(out == hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"));
}

TEST_CASE("A case of RFC 7914, section 11, for PBKDF2") {
  std::vector<std::uint8_t> out(64);
  crypto.pbkdf2_sha256(bytes("passwd"), bytes("salt"), 1, out);
  CHECK(out == hex("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                   "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"));
}

TEST_CASE("The second case of the GCM specification: sealed as there, opened again, refused with any bit flipped") {
  const AesKey key{};
  const GcmNonce nonce{};
  const std::vector<std::uint8_t> plain(16);
  std::vector<std::uint8_t> sealed(32);
  crypto.seal(key, nonce, plain, sealed);
  CHECK(sealed == hex("0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"));
  std::vector<std::uint8_t> opened(16, 1);
  CHECK(crypto.open(key, nonce, sealed, opened));
  CHECK(opened == plain);
  for (std::size_t bit = 0; bit < sealed.size() * 8; ++bit) {
    auto forged = sealed;
    forged[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    CHECK_FALSE(crypto.open(key, nonce, forged, opened));
  }
  CHECK_FALSE(crypto.open(key, nonce, std::span(sealed).first(15), {}));
}

TEST_CASE("Secrets are compared in full, and wiped") {
  auto a = hex("00112233"), b = hex("00112233");
  CHECK(equal_in_constant_time(a, b));
  b[3] ^= 1;
  CHECK_FALSE(equal_in_constant_time(a, b));
  CHECK_FALSE(equal_in_constant_time(a, std::span(a).first(3)));
  wipe(a);
  CHECK(a == std::vector<std::uint8_t>(4));
}

TEST_CASE("Random bytes differ from each other") {
  std::vector<std::uint8_t> a(16), b(16);
  const RandomBytes random = system_random();
  random(a);
  random(b);
  CHECK(a != b);
}
