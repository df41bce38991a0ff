#include "core/rtp/transport_wide_format.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/rtp/rtcp.h"
#include "tests/unit/rtp/bytes.h"
#include "tests/unit/rtp/transport_wide_text.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

// 'r' takes a small delta, 'R' a large one, '-' did not come.
TransportWideFeedback feedback_on(std::string_view pattern) {
  TransportWideFeedback feedback{0x01020304, 0x05060708, 9, 0x0A0B0C, 0x0D, {}};
  Duration time{0};
  for (const char c : pattern) {
    if (c != '-') time += c == 'R' ? 100ms : 1ms;
    feedback.arrivals.push_back(c == '-' ? std::nullopt : std::optional(time));
  }
  return feedback;
}

Bytes written(const TransportWideFeedback& feedback, std::size_t room = 40'000) {
  Bytes out(room);
  RtcpWriter writer(out);
  if (!writer.transport_wide_feedback(feedback)) return {};
  out.resize(writer.size());
  return out;
}

// The chunks of a message, and what is behind them.
Bytes behind_header(const TransportWideFeedback& feedback) {
  const Bytes all = written(feedback);
  return {all.begin() + 20, all.end()};
}

// A message on packets 5 to 4 + count, without the first word.
Bytes body(std::string_view count, std::string_view chunks_and_deltas) {
  return hex("00000001 00000002 0005") + hex(count) + hex("00000300") + hex(chunks_and_deltas);
}

std::string repeat(std::size_t times, std::string_view what) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += what;
  return text;
}

constexpr std::size_t no_limit = 100'000;

}  // namespace

TEST_CASE("Transport-wide feedback has the bytes of its draft") {
  TransportWideFeedback feedback{0x01020304, 0x05060708, 0xFFFF, 0xA0B0C0, 0xD0, {63'750us, {}, 64ms, -64ms}};
  CHECK(written(feedback) == hex("AFCD0006 01020304 05060708 FFFF0004 A0B0C0D0 D180 FF 01 FE00 0002"));
  feedback.arrivals = {0ms, {}, 250us};
  CHECK(written(feedback) == hex("8FCD0005 01020304 05060708 FFFF0003 A0B0C0D0 A800 00 01"));
}

TEST_CASE("Padding counts its own bytes") {
  struct Row {
    const char* pattern;
    const char* end;
  };
  const auto row = GENERATE(values<Row>({{"rr", "2002 04 04"},
                                         {"r", "2001 04 01"},
                                         {"rrrr", "2004 04 04 04 04 00 02"},
                                         {"rrrrr", "2005 04 04 04 04 04 01"},
                                         {"rrr", "2003 04 04 04 00 00 03"}}));
  CHECK(behind_header(feedback_on(row.pattern)) == hex(row.end));
}

TEST_CASE("A message takes few chunks") {
  struct Row {
    const char* what;
    std::string pattern;
    const char* chunks;
  };
  const auto row = GENERATE(values<Row>({
      {"equal ones are a run", repeat(8191, "r"), "3FFF"},
      {"the longest run ends", repeat(8192, "-"), "1FFF 0001"},
      {"large deltas are a run too", repeat(8, "R"), "4008"},
      {"small deltas and losses, 14 to a chunk", "r-" + repeat(12, "r") + "--r", "AFFF 8800"},
      {"with large ones 7", "r-R-r--R", "D210 4001"},
      {"a large one behind seven others", "r-r-r-rR", "D111 4001"},
      {"a run that is longer than a vector", repeat(8, "r") + "R", "2008 4001"},
      {"a run of 14 is one chunk either way", repeat(14, "r") + "-r", "200E 9000"},
      {"a run behind a vector", "r" + repeat(500, "-") + "r", "A000 01E7 2001"},
  }));
  INFO(row.what);
  const Bytes chunks = hex(row.chunks);
  CHECK(prefix(behind_header(feedback_on(row.pattern)), chunks.size()) == chunks);
}

TEST_CASE("A message that the format cannot hold is not written") {
  TransportWideFeedback feedback = feedback_on("");
  CHECK(written(feedback).empty());
  feedback.arrivals.assign(16385, std::nullopt);
  CHECK(written(feedback).empty());
  feedback.arrivals.resize(16384);
  CHECK(written(feedback).size() == 28);
  CHECK(written(feedback, 27).empty());
  feedback = feedback_on("rRrRR");
  CHECK(written(feedback, 32).size() == 32);
  CHECK(written(feedback, 31).empty());
}

TEST_CASE("Deltas reach from -8.192 s to 8.19175 s") {
  const auto [delta, bytes] = GENERATE(table<Duration, const char*>({{8'191'750us, "D800 00 7FFF 000003"},
                                                                     {8'191'874us, "D800 00 7FFF 000003"},
                                                                     {8'191'876us, ""},
                                                                     {-8'192ms, "D800 00 8000 000003"},
                                                                     {-8'192'124us, "D800 00 8000 000003"},
                                                                     {-8'192'126us, ""},
                                                                     {Duration::max(), ""},
                                                                     {Duration::min(), ""}}));
  TransportWideFeedback feedback = feedback_on("");
  feedback.arrivals = {Duration(0), delta};
  const Bytes all = written(feedback);
  CHECK((all.empty() ? all : behind_header(feedback)) == hex(bytes));
}

TEST_CASE("Times go to the nearest tick") {
  CHECK(to_transport_wide_ticks(124'999ns) == 0);
  CHECK(to_transport_wide_ticks(125us) == 1);
  CHECK(to_transport_wide_ticks(-125us) == 0);
  CHECK(to_transport_wide_ticks(-125'001ns) == -1);
  CHECK(to_transport_wide_ticks(Duration::max()) == Duration::max() / 250us);
  CHECK(to_transport_wide_ticks(Duration::min()) == Duration::min() / 250us);
  for (const auto time : {-1125us, -375us, 125us, 300us}) {
    CHECK(to_transport_wide_ticks(time + 64ms) == to_transport_wide_ticks(time) + 256);
  }
}

TEST_CASE("Errors of rounding do not add up") {
  TransportWideFeedback feedback = feedback_on("");
  for (int i = 0; i < 1000; ++i) feedback.arrivals.emplace_back(i * 1'120us);  // each delta alone is 120 us off
  RtcpCompound in;
  REQUIRE(parse_rtcp(written(feedback), in));
  REQUIRE(in.transport_wide_feedbacks.size() == 1);
  const auto& arrivals = in.transport_wide_feedbacks[0].arrivals;
  REQUIRE(arrivals.size() == 1000);
  for (std::size_t i = 0; i < 1000; ++i) CHECK(abs(*arrivals[i] - *feedback.arrivals[i]) <= 125us);
}

TEST_CASE("Each kind of chunk is read") {
  struct Row {
    const char* what;
    const char* count;
    const char* chunks_and_deltas;
    std::string facts;
  };
  const auto row = GENERATE(values<Row>({
      {"a run", "0003", "2003 01 02 03", " 1 3 6"},
      {"a run of large deltas", "0002", "4002 FFFF 0003", " -1 2"},
      {"a run that reaches further", "0002", "3FFF 01 02", " 1 3"},
      {"the draft's run of losses", "00DE", "00DD 2001 07", repeat(221, " -") + " 7"},
      {"the draft's vector of 14", "000E", "9F1C 01 01 01 01 01 01 01 01", " - 1 2 3 4 5 - - - 6 7 8 - -"},
      {"a vector of 7", "0007", "D824 01 7FFF 8000 05", " 1 32768 - - 0 5 -"},
      {"a vector behind whose packets there is more", "0003", "BFFF 01 01 01", " 1 2 3"},
      {"reserved ones there", "0001", "DFFF 01", " 1"},
      {"runs of nothing between", "0002", "0000 2001 6000 2001 05 06", " 5 11"},
      {"no one came", "0008", "0008", repeat(8, " -")},
      {"zeros behind the deltas", "0001", "2001 05 00", " 5"},
  }));
  INFO(row.what);
  TransportWideFeedback feedback;
  REQUIRE(parse_transport_wide_feedback(body(row.count, row.chunks_and_deltas), no_limit, feedback));
  CHECK(text(feedback) == "5@3#0:" + row.facts);
}

TEST_CASE("A message that claims what it has not is refused") {
  struct Row {
    const char* what;
    const char* count;
    const char* chunks_and_deltas;
  };
  const auto row = GENERATE(values<Row>({
      {"no packets", "0000", "2001 01"},
      {"no chunks", "0001", ""},
      {"half a chunk", "0001", "20"},
      {"as many as there are numbers, and few chunks", "FFFF", "1FFF 1FFF 1FFF"},
      {"a packet more than the chunks have", "000F", "8000"},
      {"deltas are missing", "0003", "2003 01 02"},
      {"half of a large delta is missing", "0001", "4001 01"},
      {"thousands of deltas are missing", "1FFF", "3FFF 01"},
      {"the reserved status in a run", "0001", "6001 0000 0000"},
      {"the reserved status in a vector", "0002", "DC00 01 0000 0000"},
      {"runs of nothing to the end", "0001", "0000 0000 0000"},
  }));
  INFO(row.what);
  TransportWideFeedback feedback;
  CHECK_FALSE(parse_transport_wide_feedback(body(row.count, row.chunks_and_deltas), no_limit, feedback));
}

TEST_CASE("No cut message is read") {
  const Bytes whole = behind_header(feedback_on(repeat(20, "r-") + repeat(20, "R-r")));
  const Bytes message = hex("00000001 00000002 0005 0064 00000300") + whole;
  TransportWideFeedback feedback;
  REQUIRE(parse_transport_wide_feedback(message, no_limit, feedback));
  for (std::size_t size = 0; size + 3 < message.size(); ++size) {
    CHECK_FALSE(parse_transport_wide_feedback(prefix(message, size), no_limit, feedback));
  }
}

TEST_CASE("A datagram has at most 2048 arrivals, whatever it claims, and what else it says counts") {
  const Bytes run = hex("8FCD0005 00000001 00000002 0005 03FF 00000300 03FF 0000");
  const Bytes of_two = hex("8FCD0005 00000001 00000002 0005 0002 00000300 0002 0000");
  const Bytes of_three = hex("8FCD0005 00000001 00000002 0005 0003 00000300 0003 0000");
  RtcpCompound in;
  REQUIRE(parse_rtcp(run + run + of_two, in));
  CHECK(in.transport_wide_feedbacks.size() == 3);
  const Bytes bye = hex("81CB0001 00000001");
  for (const Bytes& surplus : {of_three, run, hex("8FCD0005 00000001 00000002 0005 2327 00000300 1FFF 0328")}) {
    REQUIRE(parse_rtcp(run + run + surplus + bye, in));
    CHECK(in.transport_wide_feedbacks.size() == 2);
    CHECK(in.unknown_packets == 1);
    CHECK(in.byes.size() == 1);
  }
}

TEST_CASE("What long messages took is not kept for each place in the list") {
  const Bytes run = hex("8FCD0005 00000001 00000002 0005 07E0 00000300 07E0 0000");
  const Bytes of_one = hex("8FCD0005 00000001 00000002 0005 0001 00000300 0001 0000");
  RtcpCompound in;
  for (std::size_t place = 0; place < 20; ++place) {
    Bytes datagram;
    for (std::size_t i = 0; i < 20; ++i) datagram = datagram + (i == place ? run : of_one);
    REQUIRE(parse_rtcp(datagram, in));
    std::size_t kept = 0;
    for (const auto& feedback : in.transport_wide_feedbacks) kept += feedback.arrivals.capacity();
    CHECK(kept <= 2 * 2048);
  }
}

// Made by Recorder of github.com/pion/interceptor 0.1.51, after libwebrtc's RemoteEstimatorProxy, from arrivals of
// these numbers at these times.
TEST_CASE("The messages of another implementation are read") {
  struct Row {
    const char* what;
    const char* bytes;
    std::string facts;
  };
  const auto row = GENERATE(values<Row>({
      {"in order", "8FCD000701020304050607080007000A00000F00200AA0141414141414141414",
       "7@15#0: 160 180 200 220 240 260 280 300 320 340"},
      {"losses, another order, 300 ms of silence", "AFCD000601020304050607080011000600001001C0689004B0FB5001",
       "17@16#1: - - - 144 1344 144"},
      {"late ones before what was told", "AFCD000701020304050607080011000600001502D4A84404FB4804B0FB500002",
       "17@21#2: 68 72 - -1136 64 -1136"},
      {"across the wrap", "AFCD00070102030405060708FFFD000600000100D1980018FFE420FFFD000003",
       "65533@1#0: 0 - 24 -4 28 25"},
      {"two of three",
       "AFCD000D01020304050607080000002800009C00ADB6B6DBC514D4504008040804080408040804080408040804080408040804080408040"
       "1",
       "0@156#0: 64 - 72 76 - 84 88 - 96 100 - 108 112 - 120 124 - 132 136 - 144 148 - 156 160 - 168 172 - 180 184 - "
       "192 196 - 204 208 - 216 220"},
  }));
  INFO(row.what);
  RtcpCompound in;
  REQUIRE(parse_rtcp(hex(row.bytes), in));
  REQUIRE(in.transport_wide_feedbacks.size() == 1);
  const auto& feedback = in.transport_wide_feedbacks[0];
  CHECK(feedback.sender_ssrc == 0x01020304);
  CHECK(feedback.media_ssrc == 0x05060708);
  CHECK(text(feedback) == row.facts);
  CHECK(written(feedback).size() <= hex(row.bytes).size());
}

TEST_CASE("Padded messages stand anywhere in a datagram, one after the other") {
  const Bytes first = hex("AFCD0005 00000001 00000002 0005 0001 00000300 2001 05 01");
  const Bytes second = hex("AFCD0006 00000001 00000002 0006 0003 00000301 2003 05 06 07 000003");
  const Bytes bye = hex("81CB0001 00000001");
  RtcpCompound in;
  REQUIRE(parse_rtcp(first + second + bye, in));
  REQUIRE(in.transport_wide_feedbacks.size() == 2);
  CHECK(text(in.transport_wide_feedbacks[0]) == "5@3#0: 5");
  CHECK(text(in.transport_wide_feedbacks[1]) == "6@3#1: 5 11 18");
  CHECK(in.sender_ssrc == 1);
  CHECK(in.byes.size() == 1);
  REQUIRE(parse_rtcp(bye + first, in) == false);  // only feedback and reports begin a datagram
  REQUIRE(parse_rtcp(second, in));
  CHECK(in.transport_wide_feedbacks.size() == 1);
}

TEST_CASE("A message whose padding reaches before the last delta is passed over") {
  RtcpCompound in;
  REQUIRE(parse_rtcp(hex("AFCD0005 00000001 00000002 0005 0001 00000300 2001 05 02"), in));
  CHECK(in.transport_wide_feedbacks.empty());
}

TEST_CASE("Padding that reaches before the last delta, or beyond the message, is refused") {
  const auto* bytes = GENERATE("AFCD0005 00000001 00000002 0005 0001 00000300 2001 05 00",
                               "AFCD0005 00000001 00000002 0005 0001 00000300 2001 05 14",
                               "AFCD0005 00000001 00000002 0005 0001 00000300 2001 05 FF", "AFCD0000");
  RtcpCompound in;
  CHECK_FALSE(parse_rtcp(hex(bytes), in));
}

TEST_CASE("Messages of any pattern survive the wire and take no more bytes than foretold") {
  std::mt19937 random(7);
  RtcpCompound in;
  for (int i = 0; i < 2000; ++i) {
    std::string pattern;
    const auto kinds = 1 + random() % 3;
    const auto persistence = 1 + random() % 40;
    for (std::size_t length = 1 + random() % 300; pattern.size() < length;) {
      pattern += random() % persistence == 0 || pattern.empty() ? "r-R"[random() % kinds] : pattern.back();
    }
    const TransportWideFeedback feedback = feedback_on(pattern);
    const Bytes bytes = written(feedback);
    REQUIRE(!bytes.empty());
    REQUIRE(bytes.size() <= max_transport_wide_size(pattern.size()));
    REQUIRE(parse_rtcp(bytes, in));
    REQUIRE(in.transport_wide_feedbacks.size() == 1);
    REQUIRE(text(in.transport_wide_feedbacks[0]) == text(feedback));
  }
}
