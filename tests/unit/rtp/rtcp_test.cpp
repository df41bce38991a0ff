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
  SECTION("Generic NACK, numbers that follow within 16 in one entry, across the wrap") {
    CHECK(writer.nack({0x01020304, 0x05060708, {65534, 65535, 0, 14, 15, 16}}));
    out.resize(writer.size());
    CHECK(out == hex("81CD0004 01020304 05060708 FFFE8003 000F0001"));
  }
  SECTION("SLI says that all macroblocks of the picture are lost") {
    CHECK(writer.slice_loss({0x01020304, 0x05060708, 0x2A}));
    out.resize(writer.size());
    CHECK(out == hex("82CE0003 01020304 05060708 0007FFEA"));
  }
  SECTION("RPSI") {
    CHECK(writer.reference_selection({0x01020304, 0x05060708, 96, 0x7ABC}));
    out.resize(writer.size());
    CHECK(out == hex("83CE0003 01020304 05060708 00607ABC"));
  }
  SECTION("Receiver reference time") {
    CHECK(writer.reference_time({0x01020304, 0x1112131415161718}));
    out.resize(writer.size());
    CHECK(out == hex("80CF0004 01020304 04000002 1112131415161718"));
  }
  SECTION("DLRR") {
    CHECK(writer.reference_time_answer({0x01020304, 0x05060708, 0x13141516, 0x00010000}));
    out.resize(writer.size());
    CHECK(out == hex("80CF0005 01020304 05000003 05060708 13141516 00010000"));
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
  REQUIRE(writer.source_description(1, "someone", clock, {.token = "to be echoed", .echo = "echoed"}, "rtx refs"));
  REQUIRE(writer.picture_loss({1, 2}));
  REQUIRE(writer.nack({1, 2, {7, 65535}}));
  REQUIRE(writer.nack({1, 3, {9}}));
  REQUIRE(writer.slice_loss({1, 2, 63}));
  REQUIRE(writer.reference_selection({1, 2, 96, 0x7FFF}));
  REQUIRE(writer.congestion_feedback(feedback));
  REQUIRE(writer.reference_time({9, 0x0123456789ABCDEF}));
  REQUIRE(writer.reference_time_answer({1, 2, 3, 0xFFFFFFFF}));
  REQUIRE(writer.bye(1));
  const std::size_t size = writer.size();
  CHECK_FALSE(writer.receiver_report(9, blocks));  // no room: left out whole
  CHECK(writer.size() == size);

  RtcpCompound in;
  for (int twice = 0; twice < 2; ++twice) {  // the second time over the first's memory
    REQUIRE(parse_rtcp(std::span(out).first(size), in));
    CHECK(in.sender_ssrc == 1);
    REQUIRE(in.sender_reports.size() == 1);
    CHECK(in.sender_reports[0].ssrc == 1);
    CHECK(in.sender_reports[0].info.ntp == info.ntp);
    CHECK(in.sender_reports[0].info.octet_count == info.octet_count);
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
    CHECK(in.features == "rtx refs");
    REQUIRE(in.nacks.size() == 2);
    CHECK(in.nacks[0].sender_ssrc == 1);
    CHECK(in.nacks[0].media_ssrc == 2);
    CHECK(in.nacks[0].sequence_numbers == std::vector<std::uint16_t>{7, 65535});
    CHECK(in.nacks[1].media_ssrc == 3);
    CHECK(in.nacks[1].sequence_numbers == std::vector<std::uint16_t>{9});
    REQUIRE(in.slice_losses.size() == 1);
    CHECK(in.slice_losses[0].media_ssrc == 2);
    CHECK(in.slice_losses[0].picture_id_low_6 == 63);
    REQUIRE(in.reference_selections.size() == 1);
    CHECK(in.reference_selections[0].media_ssrc == 2);
    CHECK(in.reference_selections[0].payload_type == 96);
    CHECK(in.reference_selections[0].picture_id == 0x7FFF);
    REQUIRE(in.feedbacks.size() == 1);
    CHECK(in.feedbacks[0].report_timestamp == 0xABCD1234);
    REQUIRE(in.feedbacks[0].streams.size() == 1);
    CHECK(in.feedbacks[0].streams[0].begin_sequence == 65535);
    CHECK(in.feedbacks[0].streams[0].metrics[0].arrival_before_report == 250ms);
    REQUIRE(in.reference_time);
    CHECK(in.reference_time->sender_ssrc == 9);
    CHECK(in.reference_time->ntp == 0x0123456789ABCDEF);
    REQUIRE(in.reference_time_answers.size() == 1);
    CHECK(in.reference_time_answers[0].sender_ssrc == 1);
    CHECK(in.reference_time_answers[0].receiver_ssrc == 2);
    CHECK(in.reference_time_answers[0].last_rr == 3);
    CHECK(in.reference_time_answers[0].delay_since_last_rr == 0xFFFFFFFF);
    CHECK(in.byes == std::vector<std::uint32_t>{1});
    CHECK(in.unknown_packets == 0);
  }
  REQUIRE(parse_rtcp(empty_rr, in));
  CHECK(in.sender_reports.empty());
  CHECK((in.reports.empty() && in.cname.empty() && in.clock_id.empty() && in.token.empty() && in.echo.empty() &&
         in.picture_losses.empty()));
  CHECK((in.feedbacks.empty() && in.byes.empty() && in.features.empty()));
  CHECK((in.nacks.empty() && in.slice_losses.empty() && in.reference_selections.empty()));
  CHECK((!in.reference_time && in.reference_time_answers.empty()));
}

TEST_CASE("Extended reports are read block by block, unknown blocks are skipped") {
  struct Row {
    const char* what;
    const char* packet;
    bool good;
    bool asks;
    std::size_t answers;
  };
  const auto row = GENERATE(values<Row>({
      {"no block", "80CF0001 00000001", true, false, 0},
      {"no SSRC", "80CF0000", false, false, 0},
      {"a reference time", "80CF0004 00000001 04000002 0000000500000006", true, true, 0},
      {"of one word", "80CF0003 00000001 04000001 00000005", true, false, 0},
      {"of three words", "80CF0005 00000001 04000003 00000005 00000006 00000007", true, false, 0},
      {"an answer of no entry", "80CF0002 00000001 05000000", true, false, 0},
      {"of two entries", "80CF0008 00000001 05000006 00000009 00000002 00000003 00000008 00000005 00000006", true,
       false, 2},
      {"of one and a third", "80CF0006 00000001 05000004 00000009 00000002 00000003 00000008", true, false, 0},
      {"an unknown block first", "80CF0006 00000001 63FF0001 FFFFFFFF 04000002 0000000500000006", true, true, 0},
      {"both", "80CF0008 00000001 04000002 0000000500000006 05000003 00000009 00000002 00000003", true, true, 1},
      {"a block beyond the packet", "80CF0002 00000001 04000002", false, false, 0},
      {"an unknown block beyond it", "80CF0002 00000001 63000001", false, false, 0},
      {"two reference times: the first", "80CF0007 00000001 04000002 0000000500000006 04000002 0000000700000008", true,
       true, 0},
  }));
  INFO(row.what);
  RtcpCompound in;
  REQUIRE(parse_rtcp(empty_rr + hex(row.packet), in) == row.good);
  if (!row.good) return;
  CHECK(in.reference_time.has_value() == row.asks);
  if (row.asks) CHECK(in.reference_time->ntp == 0x0000000500000006);
  CHECK(in.reference_time_answers.size() == row.answers);
  CHECK(in.sender_ssrc == 1);
  CHECK(in.unknown_packets == 0);
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
  CHECK_FALSE(writer.source_description(1, "", "", {}, std::string(238, 'c')));
  CHECK_FALSE(writer.nack({1, 2, {}}));
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
      {"APP, and XR without blocks", "80C90001 00000001 80CC0002 00000001 41424344 80CF0001 00000001", true, 1},
      {"other feedback", "80C90001 00000001 8ECD0003 00000001 00000002 00000000 8ECE0002 00000001 00000002", true, 2},
      {"NACK of no packet", "80C90001 00000001 81CD0002 00000001 00000002", false, 0},
      {"NACK first, in reduced size", "81CD0003 00000001 00000002 00000000", true, 0},
      {"NACK cut short", "80C90001 00000001 81CD0001 00000001", false, 0},
      {"SLI without entry", "80C90001 00000001 82CE0002 00000001 00000002", false, 0},
      {"RPSI without bit string", "80C90001 00000001 83CE0002 00000001 00000002", false, 0},
      {"RPSI whose unused bits are all there is", "80C90001 00000001 83CE0003 00000001 00000002 10600000", false, 0},
      {"RPSI with more unused bits than there are", "80C90001 00000001 83CE0003 00000001 00000002 FF600000", false, 0},
      {"RPSI of another codec", "80C90001 00000001 83CE0003 00000001 00000002 00608000", true, 1},
      {"RPSI longer than a number", "80C90001 00000001 83CE0005 00000001 00000002 00600000 00000000 00000001", true, 1},
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

TEST_CASE("The first CNAME counts, and the sender report of each stream") {
  const Bytes sr = hex("80C80006 00000001 0000000000000005 00000000 00000000 00000000");
  const Bytes other_sr = hex("80C80006 00000002 0000000000000006 00000000 00000000 00000000");
  const Bytes sdes = hex("82CA0004 00000001 0000 0000 00000002 01016200");
  RtcpCompound in;
  REQUIRE(parse_rtcp(empty_rr + sr + other_sr + sdes, in));
  CHECK(in.sender_ssrc == 1);
  REQUIRE(in.sender_reports.size() == 2);
  CHECK(in.sender_reports[0].ssrc == 1);
  CHECK(in.sender_reports[0].info.ntp == 5);
  CHECK(in.sender_reports[1].ssrc == 2);
  CHECK(in.sender_reports[1].info.ntp == 6);
  CHECK(in.cname == "b");
}

TEST_CASE("Numbers that are asked for come back in any order, in as few bytes as their order allows") {
  struct Row {
    const char* what;
    std::vector<std::uint16_t> numbers;
    std::size_t entries;
  };
  const auto row = GENERATE(values<Row>({
      {"one", {5}, 1},
      {"a run of 17", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}, 1},
      {"a run of 18", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}, 2},
      {"the last that fits", {65530, 10}, 1},
      {"the first that does not", {65530, 11}, 2},
      {"one twice", {5, 5}, 2},
      {"descending", {9, 8, 7}, 3},
      {"back within an entry", {1, 5, 3}, 2},
  }));
  INFO(row.what);
  Bytes out(100);
  RtcpWriter writer(out);
  REQUIRE(writer.nack({1, 2, row.numbers}));
  CHECK(writer.size() == 12 + 4 * row.entries);
  RtcpCompound in;
  REQUIRE(parse_rtcp(std::span(out).first(writer.size()), in));
  CHECK(in.nacks.at(0).sequence_numbers == row.numbers);
}

TEST_CASE("A NACK asks for no more numbers than its bits hold") {
  Bytes datagram = hex("81CD0102 00000001 00000002");
  datagram.resize(datagram.size() + 1024, 0xFF);
  RtcpCompound in;
  REQUIRE(parse_rtcp(datagram, in));
  CHECK(in.nacks.at(0).sequence_numbers.size() == 17 * 256);
}

TEST_CASE("A NACK that does not fit is left out whole") {
  Bytes out(19);
  RtcpWriter writer(out);
  CHECK_FALSE(writer.nack({1, 2, {1, 100}}));
  CHECK(writer.size() == 0);
  CHECK(writer.nack({1, 2, {1}}));
  CHECK_FALSE(writer.slice_loss({}));
  CHECK_FALSE(writer.reference_selection({}));
  CHECK(writer.size() == 16);
}

TEST_CASE("An SLI may have several slices") {
  RtcpCompound in;
  REQUIRE(parse_rtcp(hex("82CE0004 00000001 00000002 00000041 FFFFFFFF"), in));
  REQUIRE(in.slice_losses.size() == 2);
  CHECK(in.slice_losses[0].picture_id_low_6 == 1);
  CHECK(in.slice_losses[1].picture_id_low_6 == 63);
}

TEST_CASE("A picture id is read from a bit string of any length that holds one") {
  struct Row {
    const char* what;
    const char* entry;
    std::uint16_t picture_id;
  };
  const auto row = GENERATE(values<Row>({
      {"16 bits", "00601234", 0x1234},
      {"15 bits", "01602468", 0x1234},
      {"8 bits, then a byte of padding", "08601200", 0x12},
      {"7 bits", "0960FE00", 0x7F},
      {"zeros before it", "00600000 00001234", 0x1234},
      {"the first bit is no part of the payload type", "00E01234", 0x1234},
      {"padding of more than a word", "20601234 00000000", 0x1234},
  }));
  INFO(row.what);
  const Bytes entry = hex(row.entry);
  Bytes packet = hex("83CE0000 00000001 00000002") + entry;
  packet[3] = static_cast<std::uint8_t>(packet.size() / 4 - 1);
  RtcpCompound in;
  REQUIRE(parse_rtcp(packet, in));
  REQUIRE(in.reference_selections.size() == 1);
  CHECK(in.reference_selections[0].picture_id == row.picture_id);
  CHECK(in.reference_selections[0].payload_type == 96);
}
