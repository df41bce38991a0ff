#include "tests/unit/allocation_counter.h"

#include <array>
#include <catch2/catch.hpp>

#include "core/rtp/repair_decoder.h"
#include "core/rtp/repair_encoder.h"
#include "core/rtp/transport_wide_collector.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Neither making nor using repair packets allocates anything") {
  RepairEncoder encoder;
  RepairDecoder decoder;
  decoder.start(1, 96);
  std::array<std::uint8_t, 1200> packet{0x80, 96};
  std::array<std::uint8_t, 1220> repair{};
  const long before = allocations;
  for (std::uint16_t i = 1; i <= 5000; ++i) {
    packet[4] = packet[900] = static_cast<std::uint8_t>(i);
    encoder.on_media(i, packet);
    if (i % 20 != 0) decoder.on_media(i, packet);
    if (i % 10 == 5) decoder.on_repair(std::span(repair).first(encoder.write(encoder.newest(50), i, repair)), i);
    while (decoder.poll()) continue;
  }
  const long after = allocations;
  CHECK(after == before);
  CHECK(decoder.stats().recovered >= 249);
}

TEST_CASE("Neither collecting nor writing transport-wide feedback allocates anything after a while") {
  TransportWideCollector collector;
  TransportWideFeedback feedback;
  RtcpCompound in;
  std::array<std::uint8_t, 1200> out{};
  const auto round = [&](int begin) {
    for (int i = begin; i < begin + 100; ++i) collector.on_packet(static_cast<std::uint16_t>(i), LocalTime(i * 1ms));
    RtcpWriter writer(out);
    if (!collector.report(500, feedback) || !writer.transport_wide_feedback(feedback)) return false;
    return parse_rtcp(std::span(out).first(writer.size()), in);
  };
  REQUIRE(round(0));
  const long before = allocations;
  bool good = true;
  for (int i = 1; i < 100; ++i) good = round(100 * i) && good;
  CHECK(allocations == before);
  CHECK(good);
}
