#include "core/net/secure/srtp.h"

#include <malloc.h>

#include <catch2/catch.hpp>

#include "reference_srtp.h"
#include "secure_peers.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Verdict = SrtpOpener::Verdict;

namespace {

Bytes seal(SrtpSealer& sealer, const Bytes& plain) {
  Bytes out(plain.size() + srtp_max_growth);
  out.resize(sealer.seal(plain, out));
  return out;
}

Verdict verdict_of(SrtpOpener& opener, Bytes sealed) { return opener.open(sealed).verdict; }

Bytes open(SrtpOpener& opener, Bytes sealed) {
  const auto opened = opener.open(sealed);
  return {opened.plain.begin(), opened.plain.end()};
}

SrtpProfile either() { return GENERATE(SrtpProfile::aead_aes_128_gcm, SrtpProfile::aes128_cm_sha1_80); }

}  // namespace

TEST_CASE("The reference agrees with the vectors of RFC 3711, appendix B.3, and RFC 7714, section 16.1.1") {
  SrtpKey key;
  const Bytes master = from_hex("E1F97A0D3E018BE0D64FA32C06DE41390EC675AD498AFEEBB6960B3AABE6");
  std::copy(master.begin(), master.end(), key.bytes.begin());
  key.size = 30;
  CHECK(derive(key, 0, 16) == from_hex("C61E7A93744F39EE10734AFE3FF7A087"));
  CHECK(derive(key, 2, 14) == from_hex("30CBBC08863D8C85D49DB34A9AE1"));
  CHECK(derive(key, 1, 20) == from_hex("CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4"));
  const Bytes header = from_hex("8040f17b8041f8d35501a0b2");
  const Bytes plain = from_hex(
      "47616c6c696120657374206f6d6e697320646976697361"
      "20696e207061727465732074726573");
  const Bytes sealed =
      gcm(from_hex("000102030405060708090a0b0c0d0e0f"), from_hex("51753c6580c2726f20718414"), header, plain);
  CHECK(sealed == from_hex("f24de3a3fb34de6cacba861c9d7e4bcabe633bd50d294e6f42a5f47a51c7d19b36de3adf8833"
                           "899d7f27beb16a9152cf765ee4390cce"));
}

TEST_CASE("RTP is sealed as the RFCs say, past a wrap of the sequence number too") {
  const SrtpProfile profile = either();
  const SrtpKey key = some_key(profile);
  SrtpSealer sealer(profile, key);
  for (std::uint32_t index = 65'500; index < 65'600; ++index) {
    const Bytes plain = rtp_packet(0x01020304, static_cast<std::uint16_t>(index), 50 + index % 40);
    const std::uint32_t roll_over = index >> 16;
    REQUIRE(seal(sealer, plain) == reference_rtp(profile, key, plain, roll_over));
  }
}

TEST_CASE("RTCP is sealed as the RFCs say, encrypted, with an index for each") {
  const SrtpProfile profile = either();
  const SrtpKey key = some_key(profile);
  SrtpSealer sealer(profile, key);
  Bytes plain = rtcp_packet(0x01020304);
  const Bytes more = from_hex("8bca0001aabbccdd");
  plain.insert(plain.end(), more.begin(), more.end());
  for (std::uint32_t index = 1; index < 20; ++index) {
    REQUIRE(seal(sealer, plain) == reference_rtcp(profile, key, plain, index));
  }
}

TEST_CASE("What was sealed opens in place, as long as the tag says") {
  const SrtpProfile profile = either();
  SrtpSealer sealer(profile, some_key(profile));
  SrtpOpener opener(profile, some_key(profile));
  for (std::uint16_t number = 0; number < 100; ++number) {
    const Bytes rtp = rtp_packet(5, number, number * 12u), rtcp = rtcp_packet(5);
    const Bytes sealed = seal(sealer, rtp), sealed_rtcp = seal(sealer, rtcp);
    CHECK(sealed.size() == rtp.size() + srtp_tag_size(profile));
    CHECK(sealed_rtcp.size() == rtcp.size() + srtp_tag_size(profile) + 4);
    CHECK(open(opener, sealed) == rtp);
    CHECK(open(opener, sealed_rtcp) == rtcp);
  }
}

TEST_CASE("Nothing opens with another key or profile") {
  const SrtpProfile profile = either();
  const auto other =
      profile == SrtpProfile::aead_aes_128_gcm ? SrtpProfile::aes128_cm_sha1_80 : SrtpProfile::aead_aes_128_gcm;
  SrtpSealer sealer(profile, some_key(profile));
  SrtpOpener another_key(profile, some_key(profile, 1)), another_profile(other, some_key(other));
  for (const Bytes& plain : {rtp_packet(5, 1, 100), rtcp_packet(5)}) {
    const Bytes sealed = seal(sealer, plain);
    CHECK(verdict_of(another_key, sealed) == Verdict::forged);
    CHECK(verdict_of(another_profile, sealed) == Verdict::forged);
  }
}

TEST_CASE("A packet with any bit flipped, or cut off, is forged, and the true one opens after it") {
  const SrtpProfile profile = either();
  SrtpSealer sealer(profile, some_key(profile));
  SrtpOpener opener(profile, some_key(profile));
  for (const Bytes& plain : {rtp_packet(5, 1, 40), rtcp_packet(5)}) {
    const Bytes sealed = seal(sealer, plain);
    for (std::size_t bit = 0; bit < 8 * sealed.size(); ++bit) {
      Bytes forged = sealed;
      forged[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
      REQUIRE(verdict_of(opener, forged) == Verdict::forged);
    }
    for (std::size_t size = 0; size < sealed.size(); ++size) {
      REQUIRE(verdict_of(opener, {sealed.begin(), sealed.begin() + static_cast<std::ptrdiff_t>(size)}) ==
              Verdict::forged);
    }
    CHECK(open(opener, sealed) == plain);
  }
}

TEST_CASE("Random packets are forged, and spoil nothing") {
  const SrtpProfile profile = either();
  SrtpSealer sealer(profile, some_key(profile));
  SrtpOpener opener(profile, some_key(profile));
  std::mt19937 random(4);
  for (std::uint16_t number = 0; number < 2000; ++number) {
    Bytes bytes(random() % 2300);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    if (bytes.size() > 2) bytes[0] = 0x80;
    if (bytes.size() > 12 && random() % 2 == 0) bytes[bytes.size() - 4] &= 0x7f;  // RTCP that says it is not encrypted
    if (bytes.size() > 2 && random() % 2 == 0) bytes[1] = 200;
    REQUIRE(verdict_of(opener, bytes) == Verdict::forged);
    const Bytes plain = rtp_packet(5, number, 20), report = rtcp_packet(5);
    REQUIRE(open(opener, seal(sealer, plain)) == plain);
    REQUIRE(open(opener, seal(sealer, report)) == report);
  }
}

TEST_CASE("A replay is distinguished from a forgery; packets up to 1023 late open once") {
  const SrtpProfile profile = either();
  SrtpSealer sealer(profile, some_key(profile));
  SrtpOpener opener(profile, some_key(profile));
  std::vector<Bytes> sealed;
  for (std::uint16_t number = 0; number < 1100; ++number) sealed.push_back(seal(sealer, rtp_packet(5, number, 20)));
  CHECK(verdict_of(opener, sealed[0]) == Verdict::opened);
  CHECK(verdict_of(opener, sealed[1099]) == Verdict::opened);
  CHECK(verdict_of(opener, sealed[1099]) == Verdict::replayed);
  CHECK(verdict_of(opener, sealed[1099 - 1023]) == Verdict::opened);
  CHECK(verdict_of(opener, sealed[1099 - 1023]) == Verdict::replayed);
  CHECK(verdict_of(opener, sealed[1099 - 1024]) == Verdict::replayed);  // too old to know
  CHECK(verdict_of(opener, sealed[0]) == Verdict::replayed);
  const Bytes report = seal(sealer, rtcp_packet(5));
  CHECK(verdict_of(opener, report) == Verdict::opened);
  CHECK(verdict_of(opener, report) == Verdict::replayed);
}

TEST_CASE("No sequence number is sealed twice") {
  const SrtpProfile profile = either();
  SrtpSealer sealer(profile, some_key(profile));
  CHECK_FALSE(seal(sealer, rtp_packet(5, 1, 20, 1)).empty());
  CHECK(seal(sealer, rtp_packet(5, 1, 20, 2)).empty());
  CHECK(seal(sealer, rtp_packet(5, 1, 20, 1)).empty());
  CHECK_FALSE(seal(sealer, rtp_packet(6, 1, 20, 1)).empty());
  CHECK_FALSE(seal(sealer, rtp_packet(5, 2, 20, 1)).empty());
}

TEST_CASE("What is no packet, or has no room, is not sealed") {
  const SrtpProfile profile = either();
  SrtpSealer sealer(profile, some_key(profile));
  CHECK(seal(sealer, {}).empty());
  CHECK(seal(sealer, Bytes(7, 0x80)).empty());
  CHECK(seal(sealer, Bytes(11, 0x80)).empty());
  CHECK(seal(sealer, rtp_packet(5, 1, 5000)).empty());
  Bytes extended = rtp_packet(5, 1, 20);
  extended[0] |= 0x10;  // an extension of 0x5a5a words
  CHECK(seal(sealer, extended).empty());
  Bytes out(12 + 20 + srtp_max_growth - 1);
  CHECK(sealer.seal(rtp_packet(5, 1, 20), out) == 0);
}

namespace {

/// A packet of each of so many SSRCs opens.
void open_others(SrtpOpener& opener, SrtpProfile profile, std::uint32_t count) {
  for (std::uint32_t ssrc = 1000; ssrc < 1000 + count; ++ssrc) {
    SrtpSealer another(profile, some_key(profile));
    REQUIRE(verdict_of(opener, seal(another, rtp_packet(ssrc, 1, 20))) == Verdict::opened);
  }
}

}  // namespace

TEST_CASE("A server passes a thousand publishers on, one after the other: all open, and no packet of theirs twice") {
  const SrtpProfile profile = either();
  SrtpOpener opener(profile, some_key(profile));
  std::vector<Bytes> sealed;
  for (std::uint32_t ssrc = 1; ssrc <= 4000; ++ssrc) {
    SrtpSealer another(profile, some_key(profile));
    sealed.push_back(seal(another, ssrc % 2 ? rtp_packet(ssrc, 1, 20) : rtcp_packet(ssrc)));
    REQUIRE(verdict_of(opener, sealed.back()) == Verdict::opened);
  }
  for (const Bytes& packet : sealed) REQUIRE(verdict_of(opener, packet) == Verdict::replayed);
}

TEST_CASE("A stream that was silent while 64 others came returns, above what came of it before") {
  const SrtpProfile profile = either();
  SrtpSealer sealer(profile, some_key(profile));
  SrtpOpener opener(profile, some_key(profile));
  // Past two turns of the sequence number, which libsrtp could not guess.
  const std::uint32_t last = GENERATE(5u, 140'000u);
  std::vector<Bytes> before;
  for (std::uint32_t index = 1; index <= last; ++index) {
    Bytes packet = seal(sealer, rtp_packet(5, static_cast<std::uint16_t>(index), 20));
    if (index % 7 != 0 && index != last) REQUIRE(verdict_of(opener, packet) == Verdict::opened);
    if (index + 3000 > last) before.push_back(std::move(packet));
  }
  const Bytes report = seal(sealer, rtcp_packet(5));
  REQUIRE(verdict_of(opener, before.back()) == Verdict::opened);
  REQUIRE(verdict_of(opener, report) == Verdict::opened);
  open_others(opener, profile, 64);
  const auto no_replay = [&] {
    for (const Bytes& packet : before) REQUIRE(verdict_of(opener, packet) == Verdict::replayed);
    REQUIRE(verdict_of(opener, report) == Verdict::replayed);
  };
  no_replay();
  const bool report_first = GENERATE(false, true);
  if (report_first) CHECK(verdict_of(opener, seal(sealer, rtcp_packet(5))) == Verdict::opened);
  Bytes forged = seal(sealer, rtp_packet(5, static_cast<std::uint16_t>(last + 1), 20));
  forged.back() ^= 1;
  CHECK(verdict_of(opener, forged) == Verdict::forged);
  no_replay();
  for (std::uint32_t index = last + 2; index < last + 2000; ++index) {
    const Bytes packet = seal(sealer, rtp_packet(5, static_cast<std::uint16_t>(index), 20));
    REQUIRE(verdict_of(opener, packet) == Verdict::opened);
    REQUIRE(verdict_of(opener, packet) == Verdict::replayed);
  }
  no_replay();
  CHECK(verdict_of(opener, seal(sealer, rtcp_packet(5))) == Verdict::opened);
}

TEST_CASE("A peer that makes up SSRCs gets some thousands of them, and takes no more memory") {
  const SrtpProfile profile = either();
  SrtpOpener opener(profile, some_key(profile));
  std::vector<Bytes> sealed;
  for (std::uint32_t ssrc = 1; ssrc <= 6'000; ++ssrc) {
    SrtpSealer another(profile, some_key(profile));
    sealed.push_back(seal(another, ssrc % 2 ? rtp_packet(ssrc, 1, 20) : rtcp_packet(ssrc)));
  }
  const auto before = mallinfo2().uordblks;
  int opened = 0;
  for (const Bytes& packet : sealed) opened += verdict_of(opener, packet) == Verdict::opened ? 1 : 0;
  CHECK(opened == 64 + 4096);
  CHECK(mallinfo2().uordblks < before + 1'000'000);
  CHECK(verdict_of(opener, sealed[0]) == Verdict::replayed);
  CHECK(verdict_of(opener, sealed[5'999]) == Verdict::forged);
}
