#include <catch2/catch.hpp>

#include "core/rtp/packetizer.h"
#include "core/rtp/rtp_packet.h"
#include "core/session/rtp_send_stream.h"
#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

PacketizerConfig stream() {
  PacketizerConfig config;
  config.ssrc = media_ssrc;
  return config;
}

/// A stream by the script: k and d are a key frame and another one of a packet each, p is padding.
std::vector<Bytes> packets_of(const std::string& script) {
  Packetizer packetizer(stream());
  RtpSendStream source({.ssrc = media_ssrc, .first_sequence_number = 65'533});
  std::vector<Bytes> packets;
  std::uint32_t timestamp = 0;
  for (const char c : script) {
    Bytes out(1500);
    const EncodedFrame f = frame(500, t0, c == 'k');
    if (c != 'p') packetizer.begin(f, timestamp += 3000);
    out.resize(c == 'p' ? source.write_padding(1200, out) : packetizer.next(out));
    source.number(out);
    packets.push_back(out);
  }
  return packets;
}

/// Gives the packets 1 ms apart; returns how many frames came out by `wait` after the last one.
int frames_of(Receiver& receiver, const std::vector<Bytes>& packets, const std::vector<std::size_t>& order,
              Duration wait = 0ms) {
  int frames = 0;
  LocalTime now = t0;
  for (const std::size_t i : order) {
    receiver.on_rtp(packets.at(i), now, now);
    while (receiver.poll_frame(now)) ++frames;
    now += 1ms;
  }
  while (receiver.poll_frame(now + wait)) ++frames;
  return frames;
}

Bytes padding_packet(std::uint16_t sequence, std::size_t payload) {
  Bytes bytes(12 + payload, 0x10);
  write_rtp_header({true, padding_payload_type, sequence, 3000, media_ssrc}, {}, bytes);
  return bytes;
}

}  // namespace

TEST_CASE("Padding is counted and reported on and no part of a frame") {
  Receiver receiver(receiver_config(), t0);
  CHECK(frames_of(receiver, packets_of("kppdp"), {0, 1, 2, 3, 4}) == 2);
  CHECK(receiver.stats().packets == 5);
  CHECK(receiver.stats().padding_packets == 3);
  CHECK(receiver.stats().malformed == 0);
  CHECK(receiver.stats().wire_bytes > 3 * 1228);
  const auto datagram = receiver.poll(t0 + 1s);
  REQUIRE(datagram);
  RtcpCompound rtcp;
  REQUIRE(parse_rtcp(*datagram, rtcp));
  CHECK(rtcp.picture_losses.empty());
  REQUIRE(rtcp.feedbacks.size() == 1);
  const auto& metrics = rtcp.feedbacks[0].streams.at(0).metrics;
  CHECK(metrics.size() == 5);
  CHECK(std::all_of(metrics.begin(), metrics.end(), [](const ArrivalMetric& m) { return m.received; }));
  REQUIRE(rtcp.reports.size() == 1);
  CHECK(rtcp.reports[0].cumulative_lost == 0);
}

TEST_CASE("Padding that is lost costs no time and no key frame but counts as lost") {
  Receiver receiver(receiver_config(), t0);
  CHECK(frames_of(receiver, packets_of("kppdpdp"), {0, 2, 3, 5}) == 3);
  const auto datagram = receiver.poll(t0 + 1s);
  REQUIRE(datagram);
  RtcpCompound rtcp;
  REQUIRE(parse_rtcp(*datagram, rtcp));
  CHECK(rtcp.picture_losses.empty());
  CHECK(rtcp.reports.at(0).cumulative_lost == 2);
  CHECK(receiver.assembler().stats().frames_lost == 0);
  CHECK_FALSE(receiver.assembler().needs_key_frame());
}

TEST_CASE("A frame that is lost among padding is missed") {
  Receiver receiver(receiver_config(), t0);
  CHECK(frames_of(receiver, packets_of("kpdpd"), {0, 1, 3, 4}, 60ms) == 1);
  CHECK(receiver.assembler().needs_key_frame());
}

TEST_CASE("Padding of any size and filled with anything is no frame") {
  for (const std::size_t size : {0U, 1U, 3U, 300U, 1460U}) {
    Receiver receiver(receiver_config(), t0);
    CHECK(frames_of(receiver, {padding_packet(1, size)}, {0}, 1s) == 0);
    CHECK(receiver.stats().padding_packets == 1);
    CHECK(receiver.assembler().needs_key_frame());
  }
}

TEST_CASE("A flood of padding behind a hole is held in bounded memory and passes") {
  Receiver receiver(receiver_config(), t0);
  auto packets = packets_of("kdd");
  CHECK(frames_of(receiver, packets, {0}) == 1);
  for (std::uint16_t i = 0; i < 10'000; ++i) {
    receiver.on_rtp(padding_packet(static_cast<std::uint16_t>(65'535 + i), 1188), t0, t0);
    CHECK_FALSE(receiver.poll_frame(t0));
  }
  CHECK_FALSE(receiver.poll_frame(t0 + 60ms));
  CHECK_FALSE(receiver.assembler().next_wake());
  CHECK(receiver.stats().padding_packets == 10'000);
}

TEST_CASE("Padding of another source is foreign") {
  Receiver receiver(receiver_config(), t0);
  frames_of(receiver, packets_of("k"), {0});
  Bytes other = padding_packet(5, 100);
  other[8] ^= 1;
  receiver.on_rtp(other, t0 + 10ms, t0 + 10ms);
  CHECK(receiver.stats().foreign == 1);
  CHECK(receiver.stats().padding_packets == 0);
}
