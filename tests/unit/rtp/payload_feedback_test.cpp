#include <catch2/catch.hpp>

#include "core/rtp/remb_format.h"
#include "core/rtp/rtcp.h"
#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Each entry of a FIR counts as a picture loss") {
  RtcpCompound in;
  REQUIRE(
      parse_rtcp(hex("84CE0006 01020304 00000000 05060708 11000000 090A0B0C 12FFFFFF 81CE0002 01020304 05060708"), in));
  REQUIRE(in.picture_losses.size() == 3);
  for (const auto& loss : in.picture_losses) CHECK(loss.sender_ssrc == 0x01020304);
  CHECK(in.picture_losses[0].media_ssrc == 0x05060708);
  CHECK(in.picture_losses[1].media_ssrc == 0x090A0B0C);
  CHECK(in.picture_losses[2].media_ssrc == 0x05060708);
}

TEST_CASE("A FIR without entries, or with half of one, is refused") {
  const auto* bytes =
      GENERATE("84CE0000", "84CE0001 01020304", "84CE0002 01020304 00000000", "84CE0003 01020304 00000000 05060708",
               "84CE0005 01020304 00000000 05060708 11000000 090A0B0C");
  RtcpCompound in;
  CHECK_FALSE(parse_rtcp(hex(bytes), in));
}

TEST_CASE("REMB tells the rate that the peer takes") {
  struct Row {
    const char* rate;
    std::uint64_t bps;
  };
  const auto row = GENERATE(values<Row>({{"000000", 0},
                                         {"000001", 1},
                                         {"03FFFF", 262'143},
                                         {"05E848", 250'000},
                                         {"0A625A", 625'000},
                                         {"B7FFFF", max_remb_bps},
                                         {"BA0000", max_remb_bps},
                                         {"FC0000", 0},
                                         {"FC0001", max_remb_bps},
                                         {"FFFFFF", max_remb_bps}}));
  RtcpCompound in;
  REQUIRE(parse_rtcp(hex("8FCE0005 01020304 00000000 52454D42 01") + hex(row.rate) + hex("05060708"), in));
  CHECK(in.remb_bps == row.bps);
}

TEST_CASE("REMB may name any number of streams, and the lowest rate of a datagram counts") {
  const Bytes none = hex("8FCE0004 01020304 00000000 52454D42 00000007");
  const Bytes two = hex("8FCE0006 01020304 00000000 52454D42 02000005 05060708 090A0B0C");
  RtcpCompound in;
  REQUIRE(parse_rtcp(none + two, in));
  CHECK(in.remb_bps == 5);
  REQUIRE(parse_rtcp(two + none, in));
  CHECK(in.remb_bps == 5);
  REQUIRE(parse_rtcp(none, in));
  CHECK(in.remb_bps == 7);
  REQUIRE(parse_rtcp(hex("80C90001 00000001"), in));
  CHECK_FALSE(in.remb_bps);
}

TEST_CASE("REMB that names more streams than it has is refused") {
  const auto* bytes = GENERATE("8FCE0003 01020304 00000000 52454D42", "8FCE0004 01020304 00000000 52454D42 01000005",
                               "8FCE0005 01020304 00000000 52454D42 FF000005 05060708");
  RtcpCompound in;
  CHECK_FALSE(parse_rtcp(hex(bytes), in));
}

TEST_CASE("Application feedback that is no REMB is passed over") {
  const auto* bytes = GENERATE("8FCE0003 01020304 00000000 52454D43", "8FCE0002 01020304 00000000", "8FCE0000");
  RtcpCompound in;
  REQUIRE(parse_rtcp(hex("80C90001 00000001") + hex(bytes), in));
  CHECK_FALSE(in.remb_bps);
  CHECK(in.unknown_packets == 1);
}

TEST_CASE("REMB has the bytes of its draft") {
  Bytes out(100);
  RtcpWriter writer(out);
  REQUIRE(writer.remb(0x01020304, 625'000, 0x05060708));
  out.resize(writer.size());
  CHECK(out == hex("8FCE0005 01020304 00000000 52454D42 010A625A 05060708"));
  Bytes small(23);
  CHECK_FALSE(RtcpWriter(small).remb(1, 2, 3));
}

TEST_CASE("Rates of REMB are rounded down, by less than 1/131072") {
  CHECK(decode_remb_rate(encode_remb_rate(~std::uint64_t{0})) == max_remb_bps);
  for (std::uint64_t bps = 1; bps < max_remb_bps; bps += 1 + bps / 7) {
    const std::uint64_t read = decode_remb_rate(encode_remb_rate(bps));
    CHECK(read <= bps);
    CHECK(bps - read <= bps / 131'072);
    CHECK(decode_remb_rate(encode_remb_rate(read)) == read);
  }
}
