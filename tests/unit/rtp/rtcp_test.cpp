#include "core/rtp/rtcp.h"

#include <catch2/catch.hpp>

#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const Bytes empty_rr = hex("80C90001 00000001");

const SenderInfo info{0x0102030405060708, 0x11121314, 0x21222324, 0x31323334};
const ReportBlock block{0xA1A2A3A4, 0x80, -2, 0x00010002, 77, 0xB1B2B3B4, 0xC1C2C3C4};

}  // namespace

TEST_CASE("Every packet has the bytes of its RFC") {
  Bytes out(200);
  RtcpWriter writer(out);
  SECTION("SR") {
    CHECK(writer.sender_report(0x0A0B0C0D, info, {&block, 1}));
    out.resize(writer.size());
    CHECK(out == hex("81C8000C 0A0B0C0D 0102030405060708 11121314 21222324 31323334"
                     "A1A2A3A4 80FFFFFE 00010002 0000004D B1B2B3B4 C1C2C3C4"));
  }
  SECTION("RR") {
    CHECK(writer.receiver_report(0x0A0B0C0D, {}));
    out.resize(writer.size());
    CHECK(out == hex("80C90001 0A0B0C0D"));
  }
  SECTION("SDES, padded by the end alone") {
    CHECK(writer.source_description(0x0A0B0C0D, "abc", ""));
    out.resize(writer.size());
    CHECK(out == hex("81CA0003 0A0B0C0D 0103616263 000000"));
  }
  SECTION("SDES whose items end on a boundary has four zeros") {
    CHECK(writer.source_description(0x0A0B0C0D, "ab", ""));
    out.resize(writer.size());
    CHECK(out == hex("81CA0003 0A0B0C0D 01026162 00000000"));
  }
  SECTION("SDES PRIV") {
    CHECK(writer.source_description(1, "", "xy"));
    out.resize(writer.size());
    CHECK(out == hex("81CA0007 00000001 0100 08110E 6576656E6B65656C2E636C6F636B 7879 000000"));
  }
  SECTION("PLI") {
    CHECK(writer.picture_loss({0x01020304, 0x05060708}));
    out.resize(writer.size());
    CHECK(out == hex("81CE0002 01020304 05060708"));
  }
  SECTION("BYE") {
    CHECK(writer.bye(0x01020304));
    out.resize(writer.size());
    CHECK(out == hex("81CB0001 01020304"));
  }
}

TEST_CASE("A compound packet with everything survives the wire") {
  Bytes out(600);
  RtcpWriter writer(out);
  const std::vector<ReportBlock> blocks(31, block);
  const std::string clock(240, 'k');
  CongestionFeedback feedback{1, {{2, 65535, {{true, 3, 250ms}}}}, 0xABCD1234};
  REQUIRE(writer.sender_report(1, info, {}));
  REQUIRE(writer.receiver_report(9, {&block, 1}));
  REQUIRE(writer.source_description(1, "someone", clock, {.token = "to be echoed", .echo = "echoed"}));
  REQUIRE(writer.picture_loss({1, 2}));
  REQUIRE(writer.congestion_feedback(feedback));
  REQUIRE(writer.bye(1));
  const std::size_t size = writer.size();
  CHECK_FALSE(writer.receiver_report(9, blocks));  // no room: left out whole
  CHECK(writer.size() == size);

  RtcpCompound in;
  for (int twice = 0; twice < 2; ++twice) {  // the second time over the first's memory
    REQUIRE(parse_rtcp(std::span(out).first(size), in));
    CHECK(in.sender_ssrc == 1);
    REQUIRE(in.sender_info);
    CHECK(in.sender_info->ntp == info.ntp);
    CHECK(in.sender_info->octet_count == info.octet_count);
    REQUIRE(in.reports.size() == 1);
    CHECK(in.reports[0].ssrc == block.ssrc);
    CHECK(in.reports[0].fraction_lost == 0x80);
    CHECK(in.reports[0].cumulative_lost == -2);
    CHECK(in.reports[0].extended_highest_sequence == 0x10002);
    CHECK(in.reports[0].jitter == 77);
    CHECK(in.reports[0].last_sr == block.last_sr);
    CHECK(in.reports[0].delay_since_last_sr == block.delay_since_last_sr);
    CHECK(in.cname == "someone");
    CHECK(in.clock_id == clock);
    CHECK(in.token == "to be echoed");
    CHECK(in.echo == "echoed");
    REQUIRE(in.picture_losses.size() == 1);
    CHECK(in.picture_losses[0].media_ssrc == 2);
    REQUIRE(in.feedbacks.size() == 1);
    CHECK(in.feedbacks[0].report_timestamp == 0xABCD1234);
    REQUIRE(in.feedbacks[0].streams.size() == 1);
    CHECK(in.feedbacks[0].streams[0].begin_sequence == 65535);
    CHECK(in.feedbacks[0].streams[0].metrics[0].arrival_before_report == 250ms);
    CHECK(in.byes == std::vector<std::uint32_t>{1});
    CHECK(in.unknown_packets == 0);
  }
  REQUIRE(parse_rtcp(empty_rr, in));
  CHECK_FALSE(in.sender_info);
  CHECK((in.reports.empty() && in.cname.empty() && in.clock_id.empty() && in.token.empty() && in.echo.empty() &&
         in.picture_losses.empty()));
  CHECK((in.feedbacks.empty() && in.byes.empty()));
}

TEST_CASE("The writer refuses what the format cannot hold") {
  Bytes out(100'000);
  RtcpWriter writer(out);
  const std::vector<ReportBlock> blocks(32, block);
  CHECK_FALSE(writer.sender_report(1, info, blocks));
  CHECK_FALSE(writer.receiver_report(1, blocks));
  CHECK_FALSE(writer.source_description(1, std::string(256, 'c'), ""));
  CHECK_FALSE(writer.source_description(1, "", std::string(241, 'c')));
  const std::string long_text(242, 'c');
  CHECK_FALSE(writer.source_description(1, "", "", {.token = long_text, .echo = {}}));
  CHECK_FALSE(writer.source_description(1, "", "", {.token = {}, .echo = long_text}));
  CHECK_FALSE(writer.congestion_feedback({1, {{2, 0, std::vector<ArrivalMetric>(16385)}}, 0}));
  CHECK(writer.size() == 0);
  CHECK(writer.receiver_report(1, std::span(blocks).first(31)));
  CHECK(writer.congestion_feedback({1, {{2, 0, std::vector<ArrivalMetric>(16384)}}, 0}));
}

TEST_CASE("Cumulative loss has 24 bits with a sign") {
  struct Row {
    std::int32_t lost, read;
  };
  const auto row =
      GENERATE(values<Row>({{0, 0}, {-1, -1}, {8388607, 8388607}, {8388608, 8388607}, {-8388609, -8388608}}));
  ReportBlock b;
  b.cumulative_lost = row.lost;
  Bytes out(100);
  RtcpWriter writer(out);
  REQUIRE(writer.receiver_report(1, {&b, 1}));
  RtcpCompound in;
  REQUIRE(parse_rtcp(std::span(out).first(writer.size()), in));
  CHECK(in.reports.at(0).cumulative_lost == row.read);
}

TEST_CASE("What is a compound packet and what is not") {
  struct Row {
    const char* what;
    const char* bytes;
    bool good;
    std::size_t unknown;
  };
  const auto row = GENERATE(values<Row>({
      {"nothing", "", false, 0},
      {"an empty RR", "80C90001 00000001", true, 0},
      {"a wrong version", "40C90001 00000001", false, 0},
      {"PLI first, in reduced size", "81CE0002 00000001 00000002", true, 0},
      {"SDES first", "81CA0002 00000001 00000000", false, 0},
      {"length too great", "80C90002 00000001", false, 0},
      {"a byte too many", "80C90001 00000001 80", false, 0},
      {"RR without SSRC", "80C90000", false, 0},
      {"RR with fewer blocks than it says", "81C90001 00000001", false, 0},
      {"SR without sender info", "80C80001 00000001", false, 0},
      {"RR with a profile's extension", "80C90002 00000001 12345678", true, 0},
      {"APP and XR", "80C90001 00000001 80CC0002 00000001 41424344 80CF0001 00000001", true, 2},
      {"other feedback", "80C90001 00000001 81CD0003 00000001 00000002 00000000 84CE0002 00000001 00000002", true, 2},
      {"padding in the last packet", "80C90001 00000001 A1CB0002 00000001 00000004", true, 0},
      {"padding in another", "A0C90002 00000001 00000004 80CB0000", false, 0},
      {"padding of zero", "80C90001 00000001 A1CB0002 00000001 00000000", false, 0},
      {"padding not of whole words", "80C90001 00000001 A1CB0002 00000001 00000003", false, 0},
      {"padding beyond the packet", "80C90001 00000001 A1CB0002 00000001 0000000C", false, 0},
      {"padding of an empty packet", "80C90001 00000001 A0CB0000", false, 0},
      {"BYE with a reason", "80C90001 00000001 81CB0002 00000001 03627965", true, 0},
      {"BYE of fewer than it says", "80C90001 00000001 82CB0001 00000001", false, 0},
      {"PLI cut short", "80C90001 00000001 81CE0001 00000001", false, 0},
      {"SDES without chunks", "80C90001 00000001 80CA0000", true, 0},
      {"SDES without end", "80C90001 00000001 81CA0002 00000001 01026162", false, 0},
      {"SDES item beyond the packet", "80C90001 00000001 81CA0002 00000001 01FF6162", false, 0},
      {"SDES with two chunks", "80C90001 00000001 82CA0005 00000001 0101 61 00 00000002 01026263 00000000", true, 0},
      {"SDES PRIV with a prefix beyond it", "80C90001 00000001 81CA0002 00000001 0801FF00", true, 0},
      {"empty SDES PRIV", "80C90001 00000001 81CA0002 00000001 08000000", true, 0},
      {"feedback without timestamp", "80C90001 00000001 8BCD0001 00000001", false, 0},
  }));
  INFO(row.what);
  RtcpCompound in;
  REQUIRE(parse_rtcp(hex(row.bytes), in) == row.good);
  if (row.good) CHECK(in.unknown_packets == row.unknown);
}

TEST_CASE("The first CNAME and the first sender report count") {
  const Bytes sr = hex("80C80006 00000001 0000000000000005 00000000 00000000 00000000");
  const Bytes other_sr = hex("80C80006 00000002 0000000000000006 00000000 00000000 00000000");
  const Bytes sdes = hex("82CA0004 00000001 0000 0000 00000002 01016200");
  RtcpCompound in;
  REQUIRE(parse_rtcp(empty_rr + sr + other_sr + sdes, in));
  CHECK(in.sender_ssrc == 1);
  CHECK(in.sender_info->ntp == 5);
  CHECK(in.cname == "b");
}
