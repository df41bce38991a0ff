#include "core/rtp/rtp_packet.h"

#include <catch2/catch.hpp>

#include "core/rtp/extensions.h"
#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Element {
  std::uint8_t id;
  std::size_t size;
};

Bytes written(const RtpHeader& header, const std::vector<Element>& elements) {
  std::vector<Bytes> data;
  std::vector<RtpExtension> extensions;
  data.reserve(elements.size());
  for (const auto& e : elements) {
    data.emplace_back(e.size, e.id);
    extensions.push_back({e.id, data.back()});
  }
  Bytes out(2048);
  out.resize(write_rtp_header(header, extensions, out));
  if (!out.empty()) CHECK(out.size() == rtp_header_size(extensions));
  return out;
}

const RtpHeader header{true, 96, 0xFFFE, 0x8899AABB, 0x01020304};
const Bytes plain = hex("80E0FFFE 8899AABB 01020304");

}  // namespace

TEST_CASE("An RTP header without extensions is the twelve bytes of RFC 3550") {
  CHECK(written(header, {}) == plain);
  const Bytes packet = plain + hex("DEAD");
  const auto parsed = parse_rtp(packet);
  REQUIRE(parsed);
  CHECK(parsed->header.marker);
  CHECK(parsed->header.payload_type == 96);
  CHECK(parsed->header.sequence_number == 0xFFFE);
  CHECK(parsed->header.timestamp == 0x8899AABB);
  CHECK(parsed->header.ssrc == 0x01020304);
  CHECK(parsed->extension_count == 0);
  CHECK(to_bytes(parsed->payload) == hex("DEAD"));
}

TEST_CASE("Extensions survive the wire in the shortest form that holds them") {
  struct Row {
    std::vector<Element> elements;
    const char* profile;
  };
  const auto row = GENERATE(values<Row>({{{{1, 8}}, "BEDE"},
                                         {{{1, 1}, {14, 16}}, "BEDE"},
                                         {{{1, 3}, {2, 2}, {3, 5}}, "BEDE"},
                                         {{{15, 1}}, "1000"},
                                         {{{1, 0}}, "1000"},
                                         {{{1, 17}}, "1000"},
                                         {{{255, 255}, {1, 4}}, "1000"}}));
  const Bytes out = written(header, row.elements);
  REQUIRE(out.size() % 4 == 0);
  CHECK(prefix(out, 14) == hex("90E0FFFE 8899AABB 01020304") + hex(row.profile));
  const auto parsed = parse_rtp(out);
  REQUIRE(parsed);
  CHECK(parsed->payload.empty());
  REQUIRE(parsed->extension_count == row.elements.size());
  for (const auto& e : row.elements) {
    const auto data = parsed->extension(e.id);
    REQUIRE(data);
    CHECK(to_bytes(*data) == Bytes(e.size, e.id));
  }
  CHECK_FALSE(parsed->extension(200));
}

TEST_CASE("The writer refuses what does not fit") {
  CHECK(written(header, {{0, 3}}).empty());
  CHECK(written(header, {{1, 256}}).empty());
  Bytes small(11);
  CHECK(write_rtp_header(header, {}, small) == 0);
  const Bytes data(8);
  const RtpExtension extension{1, data};
  Bytes larger(27);
  CHECK(write_rtp_header(header, {&extension, 1}, larger) == 0);
  larger.resize(28);
  CHECK(write_rtp_header(header, {&extension, 1}, larger) == 28);
}

TEST_CASE("The parser knows padding, CSRCs and odd extensions") {
  struct Row {
    const char* what;
    const char* bytes;
    int payload;  // bytes; -1: no packet
    int extensions;
  };
  const auto row = GENERATE(values<Row>({
      {"padding", "A060000100000000 00000000 AABB 0003 000003", 4, 0},
      {"nothing but padding", "A060000100000000 00000000 000003", 0, 0},
      {"padding of zero", "A060000100000000 00000000 AABB00", -1, 0},
      {"padding beyond the payload", "A060000100000000 00000000 AABB04", -1, 0},
      {"padding without payload", "A060000100000000 00000000", -1, 0},
      {"two CSRCs", "8260000100000000 00000000 11111111 22222222 AA", 1, 0},
      {"CSRCs cut off", "8260000100000000 00000000 11111111 222222", -1, 0},
      {"version 1", "4060000100000000 00000000 AA", -1, 0},
      {"extension cut off", "9060000100000000 00000000 BEDE0002 10AA0000", -1, 0},
      {"unknown profile", "9060000100000000 00000000 12340001 10AA0000 CC", 1, 0},
      {"zeros between elements", "9060000100000000 00000000 BEDE0002 10AA0000 0020BB00 CC", 1, 2},
      {"id 15 ends the elements", "9060000100000000 00000000 BEDE0002 10AAF0AA 20BB0000 CC", 1, 1},
      {"id 0 with a length ends them", "9060000100000000 00000000 BEDE0002 10AA01AA AA20BB00 CC", 1, 1},
      {"an element beyond the extension", "9060000100000000 00000000 BEDE0001 10AA2FBB CC", 1, 1},
      {"two-byte form with application bits", "9060000100000000 00000000 100F0002 0102AABB 00030000 CC", 1, 2},
      {"empty extension", "9060000100000000 00000000 BEDE0000 CC", 1, 0},
  }));
  INFO(row.what);
  const Bytes bytes = hex(row.bytes);
  const auto parsed = parse_rtp(bytes);
  REQUIRE(parsed.has_value() == (row.payload >= 0));
  if (!parsed) return;
  CHECK(parsed->payload.size() == static_cast<std::size_t>(row.payload));
  CHECK(parsed->extension_count == static_cast<std::size_t>(row.extensions));
}

TEST_CASE("Extensions beyond the most are passed over") {
  const Bytes bytes = hex("9060000100000000 00000000 BEDE000A") + Bytes(40, 0x10) + hex("CC");
  const auto parsed = parse_rtp(bytes);
  REQUIRE(parsed);
  CHECK(parsed->extension_count == RtpPacketView::max_extensions);
  CHECK(to_bytes(parsed->payload) == hex("CC"));
}

TEST_CASE("RTCP is distinguished from RTP by its type") {
  struct Row {
    const char* bytes;
    bool rtcp;
  };
  const auto row = GENERATE(values<Row>({{"80C8", true},
                                         {"81C9", true},
                                         {"8BCD", true},
                                         {"80C0", true},
                                         {"80DF", true},
                                         {"80BF", false},
                                         {"80E0", false},
                                         {"8060", false},
                                         {"40C8", false},
                                         {"80", false},
                                         {"", false}}));
  CHECK(is_rtcp(hex(row.bytes)) == row.rtcp);
}

TEST_CASE("The capture time is eight bytes in network order") {
  const auto bytes = encode_capture_time(0x0102030405060708);
  CHECK(to_bytes(bytes) == hex("0102030405060708"));
  CHECK(decode_capture_time(bytes) == 0x0102030405060708u);
  CHECK(decode_capture_time(hex("0102030405060708 0000000000000001")) == 0x0102030405060708u);
  CHECK_FALSE(decode_capture_time(hex("01020304050607")));
}
