#include "core/session/rtp_send_stream.h"

#include <catch2/catch.hpp>

#include "core/rtp/rtp_packet.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

std::uint16_t number_of(const std::vector<std::uint8_t>& packet) { return parse_rtp(packet)->header.sequence_number; }

}  // namespace

TEST_CASE("Packets get consecutive numbers when they leave, across the wrap, and numbers can be taken back") {
  RtpSendStream stream({.ssrc = 7, .first_sequence_number = 65'534});
  std::vector<std::uint8_t> packet(1200);
  REQUIRE(stream.write_padding(1200, packet) == 1200);
  for (const int expected : {65'534, 65'535, 0}) {
    stream.number(packet);
    CHECK(number_of(packet) == expected);
  }
  stream.take_back(2);
  stream.number(packet);
  CHECK(number_of(packet) == 65'535);
}

TEST_CASE("Padding has full size, the latest frame's timestamp, and nothing in it") {
  RtpSendStream stream({.ssrc = 7, .first_timestamp = 100});
  const std::uint32_t timestamp = stream.begin_frame(t0);
  std::vector<std::uint8_t> out(1500, 0xEE);
  REQUIRE(stream.write_padding(1200, out) == 1200);
  out.resize(1200);
  const auto packet = parse_rtp(out);
  REQUIRE(packet);
  CHECK(packet->header.payload_type == padding_payload_type);
  CHECK(packet->header.timestamp == timestamp);
  CHECK(packet->header.ssrc == 7);
  CHECK_FALSE(packet->header.marker);
  CHECK(std::all_of(out.begin() + 12, out.end(), [](auto byte) { return byte == 0; }));
  CHECK(stream.write_padding(1200, std::span(out).first(1199)) == 0);
}

TEST_CASE("Timestamps count at the clock rate, whatever it is, without drift") {
  for (const std::int64_t rate : {90'000, 48'000, 8'000}) {
    RtpSendStream stream({.first_timestamp = 5, .clock_rate = rate});
    const auto since = [&](Duration d) { return stream.timestamp(t0 + d) - stream.timestamp(t0); };
    CAPTURE(rate);
    CHECK(since(1s) == rate);
    CHECK(since(3600s) == 3600 * rate);
    CHECK(since(20ms) == rate / 50);
    CHECK(since(1ms + 500us) == rate * 3 / 2000);
  }
}

TEST_CASE("Sender reports count packets and payload without headers") {
  RtpSendStream stream({.ssrc = 7});
  stream.on_sent(bytes(1000));
  stream.on_sent(bytes(500));
  const SenderInfo report = stream.report(t0);
  CHECK(report.packet_count == 2);
  CHECK(report.octet_count == 1500);
  CHECK(report.rtp_timestamp == stream.timestamp(t0));
}
