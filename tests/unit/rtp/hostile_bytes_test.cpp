#include <catch2/catch.hpp>
#include <random>

#include "core/rtp/extensions.h"
#include "core/rtp/feedback_collector.h"
#include "core/rtp/frame_assembler.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/vp8_payload.h"
#include "tests/unit/rtp/bytes.h"
#include "tracked.h"

using namespace evenkeel;
using namespace evenkeel::test;

// These tests are worth most under the address sanitizer.

namespace {

void parse_everything(const Bytes& bytes) {
  RtcpCompound compound;
  parse_rtcp(bytes, compound);
  is_rtcp(bytes);
  parse_vp8_payload(bytes);
  vp8_key_frame_dimensions(bytes);
  if (const auto packet = parse_rtp(bytes)) {
    REQUIRE(packet->payload.size() <= bytes.size());
    REQUIRE(packet->extension_count <= RtpPacketView::max_extensions);
    parse_vp8_payload(packet->payload);
  }
}

Bytes whole_compound() {
  Bytes out(600);
  RtcpWriter writer(out);
  const ReportBlock block;
  writer.sender_report(1, {}, {&block, 1});
  writer.receiver_report(1, {&block, 1});
  writer.source_description(1, "name", "clock", {}, "rtx");
  writer.picture_loss({});
  writer.nack({1, 2, {3, 5, 100}});
  writer.slice_loss({1, 2, 3});
  writer.reference_selection({1, 2, 96, 3});
  writer.congestion_feedback({1, {{2, 0, {{}, {true, 1, 1s}, {}}}, {3, 0, {{}, {}}}}, 0});
  writer.transport_wide_feedback({1, 2, 3, 4, 5, {10ms, {}, 1s, {}, {}, 1ms}});
  writer.remb(1, 500'000, 2);
  writer.reference_time({1, 2});
  writer.reference_time_answer({1, 2, 3, 4});
  writer.bye(1);
  out.resize(writer.size());
  return out;
}

Bytes whole_rtp() {
  const Bytes data(9, 0xFF);
  const std::vector<RtpExtension> extensions{{1, data}, {2, data}};
  Bytes out(200);
  out.resize(write_rtp_header({true, 96, 1, 2, 3}, extensions, out));
  return out + hex("F0F09267 01 FF 9D012A 00 00 00 00 00 00 04");
}

// Mostly one that can be read, of a few ids and distances.
Bytes random_descriptor(std::mt19937& random) {
  if (random() % 10 == 0) return random_bytes(random, random() % 8);
  const auto byte = [&](unsigned values) { return static_cast<std::uint8_t>(random() % values); };
  if (random() % 5 == 0) return {0x80, 1, byte(8), byte(2)};
  return {0x88, 1, byte(8), byte(2), static_cast<std::uint8_t>(byte(8) << 2)};
}

}  // namespace

TEST_CASE("Every prefix of good packets is parsed without harm") {
  const Bytes whole = GENERATE(whole_compound(), whole_rtp());
  for (std::size_t size = 0; size <= whole.size(); ++size) parse_everything(prefix(whole, size));
}

TEST_CASE("A compound packet cut anywhere but between its packets is refused") {
  const Bytes whole = whole_compound();
  RtcpCompound compound;
  std::size_t good = 0;
  for (std::size_t size = 0; size <= whole.size(); ++size) good += parse_rtcp(prefix(whole, size), compound) ? 1u : 0u;
  CHECK(good == 13);
}

TEST_CASE("Every byte of good packets may have any value") {
  Bytes whole = GENERATE(whole_compound(), whole_rtp());
  for (auto& byte : whole) {
    const std::uint8_t kept = byte;
    for (int value = 0; value < 256; ++value) {
      byte = static_cast<std::uint8_t>(value);
      parse_everything(whole);
    }
    byte = kept;
  }
}

TEST_CASE("Random bytes do no harm") {
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    Bytes bytes = random_bytes(random, random() % 100);
    if (bytes.size() > 2 && random() % 2 == 0) {
      bytes[0] = static_cast<std::uint8_t>(0x80 | (bytes[0] & 0x3F));
      bytes[1] = static_cast<std::uint8_t>(200 + bytes[1] % 8);
    }
    parse_everything(bytes);
  }
}

TEST_CASE("Random packets do the state machines no harm and take bounded memory") {
  const bool descriptors = GENERATE(false, true);
  std::mt19937 random(2);
  FrameAssemblerConfig config;
  config.max_packets = 50;
  test::Tracked<FrameAssembler> assembler(config);
  test::Tracked<FeedbackCollector> collector;
  LocalTime now{};
  for (int i = 0; i < 20'000; ++i) {
    RtpPacketView packet;
    const Bytes payload = random_bytes(random, random() % 8);
    packet.payload = payload;
    const Bytes descriptor = descriptors ? random_descriptor(random) : Bytes{};
    packet.extensions[0] = {frame_descriptor_id, descriptor};
    packet.extension_count = descriptor.empty() ? 0 : 1;
    packet.header.marker = random() % 3 == 0;
    packet.header.timestamp = static_cast<std::uint32_t>(random() % 4);
    const auto step = random() % 100 == 0 ? random() : random() % 5;
    packet.header.sequence_number = static_cast<std::uint16_t>(static_cast<unsigned>(i) + step);
    now += Duration(random() % 10'000'000);
    assembler.on_packet(packet, now);
    collector.on_packet(packet.header.sequence_number, now);
    while (assembler.poll(now)) continue;
    StreamFeedback feedback;
    if (i % 50 == 0 && collector.report(1, now, 200, feedback)) REQUIRE(feedback.metrics.size() <= 200);
  }
}
