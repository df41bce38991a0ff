#include <catch2/catch.hpp>

#include "core/rtp/ccfb_format.h"
#include "core/rtp/rtcp.h"
#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

Bytes written(const CongestionFeedback& feedback) {
  Bytes out(2000);
  RtcpWriter writer(out);
  REQUIRE(writer.receiver_report(1, {}));
  REQUIRE(writer.congestion_feedback(feedback));
  out.resize(writer.size());
  return out;
}

// Of blocks: the whole compound packet around them.
Bytes compound(const Bytes& blocks) {
  Bytes out = hex("80C90001 00000001 8BCD0000 00000001") + blocks + hex("12345678");
  out[11] = static_cast<std::uint8_t>((out.size() - 8) / 4 - 1);
  return out;
}

std::string pattern(const StreamFeedback& stream) {
  std::string text;
  for (const auto& m : stream.metrics) text += m.received ? 'R' : '-';
  return text;
}

}  // namespace

TEST_CASE("Congestion feedback has the bytes of RFC 8888, with a count of metrics") {
  const CongestionFeedback feedback{
      0x01020304, {{0x0A0B0C0D, 0xFFFF, {{true, 0, 500ms}, {}, {true, 3, Duration(0)}}}}, 0x99887766};
  CHECK(written(feedback) == hex("80C90001 00000001"
                                 "8BCD0006 01020304 0A0B0C0D FFFF0003 8200 0000 E000 0000 99887766"));
}

TEST_CASE("Arrival times go in steps of 1/1024 s") {
  struct Row {
    std::optional<Duration> before;
    std::uint16_t bits;
  };
  const auto row = GENERATE(values<Row>({{Duration(0), 0},
                                         {Duration(488'281), 0},
                                         {Duration(488'282), 1},
                                         {500ms, 512},
                                         {1s, 1024},
                                         {Duration(7'997'070'312), 0x1FFD},
                                         {Duration(7'997'070'313), 0x1FFE},
                                         {8s, 0x1FFE},
                                         {Duration::max(), 0x1FFE},
                                         {Duration(-1), 0x1FFF},
                                         {std::nullopt, 0x1FFF}}));
  CHECK(encode_arrival_offset(row.before) == row.bits);
}

TEST_CASE("Each arrival offset survives the wire") {
  for (std::uint16_t bits = 0; bits < 0x1FFE; ++bits) {
    const auto time = decode_arrival_offset(bits);
    REQUIRE(time);
    REQUIRE(encode_arrival_offset(time) == bits);
  }
  CHECK_FALSE(decode_arrival_offset(0x1FFE));
  CHECK_FALSE(decode_arrival_offset(0x1FFF));
}

TEST_CASE("Metrics of any number survive the wire") {
  const auto first = GENERATE(range(0, 5));
  const auto second = GENERATE(range(0, 5));
  CongestionFeedback feedback{7, {{1, 65534, {}}, {2, 3, {}}}, 5};
  feedback.streams[0].metrics.assign(static_cast<std::size_t>(first), {true, 1, 1s});
  feedback.streams[1].metrics.assign(static_cast<std::size_t>(second), {true, 2, std::nullopt});
  RtcpCompound in;
  REQUIRE(parse_rtcp(written(feedback), in));
  REQUIRE(in.feedbacks.size() == 1);
  const auto& streams = in.feedbacks[0].streams;
  REQUIRE(streams.size() == 2);
  CHECK(streams[0].begin_sequence == 65534);
  CHECK(streams[1].ssrc == 2);
  REQUIRE(streams[0].metrics.size() == static_cast<std::size_t>(first));
  REQUIRE(streams[1].metrics.size() == static_cast<std::size_t>(second));
  for (const auto& m : streams[0].metrics) CHECK((m.received && m.ecn == 1 && m.arrival_before_report == 1s));
  for (const auto& m : streams[1].metrics) CHECK((m.received && m.ecn == 2 && !m.arrival_before_report));
}

TEST_CASE("Peers that write the last index for the count are understood") {
  struct Row {
    const char* what;
    const char* blocks;
    std::vector<std::string> patterns;
  };
  const auto row = GENERATE(values<Row>({
      {"count 2", "00000002 00000002 8001 8002", {"RR"}},
      {"count 3", "00000002 00000003 8001 0000 8002 0000", {"R-R"}},
      {"count 0", "00000002 00050000", {""}},
      {"index 0", "00000002 00000000 8001 0000", {"R"}},
      {"index 2", "00000002 00000002 8001 0000 8002 0000", {"R-R"}},
      {"index 3, told by the padding that is none", "00000002 00000003 8001 0000 0000 8002", {"R--R"}},
      {"index 2 and 1", "00000002 00000002 800100008002 0000 00000003 00000001 80018002", {"R-R", "RR"}},
      {"count 3 of a peer with dirty padding, and count 2",
       "00000002 00000003 800100008002 0001 00000003 00000002 80018002",
       {"R-R", "RR"}},
  }));
  INFO(row.what);
  RtcpCompound in;
  REQUIRE(parse_rtcp(compound(hex(row.blocks)), in));
  REQUIRE(in.feedbacks.size() == 1);
  std::vector<std::string> patterns;
  for (const auto& stream : in.feedbacks[0].streams) patterns.push_back(pattern(stream));
  CHECK(patterns == row.patterns);
  CHECK(in.feedbacks[0].report_timestamp == 0x12345678);
}

TEST_CASE("Feedback whose lengths do not add up is refused") {
  const auto blocks = GENERATE("00000002", "00000002 00000001", "00000002 00000004 8001 8002",
                               "00000002 0000FFFF 8001 8002", "00000002 00000002 8001 8002 8003 8004 8005 8006");
  RtcpCompound in;
  CHECK_FALSE(parse_rtcp(compound(hex(blocks)), in));
}

TEST_CASE("The bits of a packet that did not come are ignored") {
  RtcpCompound in;
  REQUIRE(parse_rtcp(compound(hex("00000002 00000002 7001 8002")), in));
  const auto& metric = in.feedbacks[0].streams[0].metrics[0];
  CHECK((!metric.received && metric.ecn == 0 && !metric.arrival_before_report));
}
