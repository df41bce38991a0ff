#include <catch2/catch.hpp>

#include "codecs/opus_encoder.h"
#include "tests/sound/listener.h"
#include "tests/sound/playout_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

double milliseconds(std::int64_t samples) { return 1e3 * static_cast<double>(samples) / samples_per_second; }

std::vector<std::uint8_t> silent_packet() {
  OpusEncoder encoder;
  const auto packet = encoder.encode(std::vector<std::int16_t>(960));
  return {packet.begin(), packet.end()};
}

/// The same sound in a packet of that size, by padding (RFC 6716, section 3.2.5).
std::vector<std::uint8_t> padded(const std::vector<std::uint8_t>& packet, std::size_t size) {
  std::vector<std::uint8_t> out{static_cast<std::uint8_t>(packet[0] | 3), 0x41};  // one frame, and padding
  std::size_t padding = size - out.size() - (packet.size() - 1);                  // with the bytes that tell its length
  for (; padding > 255; padding -= 255) out.push_back(255);
  out.push_back(static_cast<std::uint8_t>(padding - 1));
  out.insert(out.end(), packet.begin() + 1, packet.end());
  out.resize(size);
  return out;
}

}  // namespace

// The goals of a call between two of us.
TEST_CASE("Where pauses have copies too, nothing but losses in a row is concealed") {
  struct Row {
    double loss;
    double max_concealed;  // %
  };
  const auto row = GENERATE(values<Row>({{0.01, 0.1}, {0.03, 0.3}, {0.05, 0.6}}));
  double concealed = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    PlayoutCall call;
    call.copies = true;
    call.link = lossy_link(row.loss, seed);
    const auto r = call.run();
    concealed += 100 * r.concealed_share / 3;
    CHECK(largest_step(r.played) <= 1.2 * largest_decoded_step(speech_packets(60, 0)));
    CHECK(r.mean_target_ms <= 24);
  }
  CAPTURE(row.loss);
  CHECK(concealed <= row.max_concealed);
}

TEST_CASE("A copy of another time or length is passed over, and one that is no packet is no harm") {
  struct Row {
    const char* what;
    std::vector<std::uint8_t> copy;
    std::uint16_t age;
    std::int64_t played;
  };
  const auto& packets = speech_packets(60, 0);
  const auto too_long = padded(packets[49], max_opus_payload);
  const auto row = GENERATE_REF(values<Row>({{"of the packet before", packets[49], 960, 1},
                                             {"of another time", packets[49], 1920, 0},
                                             {"of no time", packets[49], 0, 0},
                                             {"longer than one packet with it", too_long, 960, 0},
                                             {"no packet", {0x7B, 0xFF}, 960, 0}}));
  INFO(row.what);
  REQUIRE(OpusDecoder().samples_of(too_long) == 960);
  const std::vector<std::uint8_t> without_copy = silent_packet();
  Listener listener;
  for (int n = 0; n < 100; ++n) {
    SoundCopy copy;
    if (n == 50) copy = {row.copy, row.age};
    const auto& packet = n == 50 ? without_copy : packets[static_cast<std::size_t>(n)];
    if (n != 49) listener.playout.on_packet(static_cast<std::uint32_t>(n) * 960, packet, listener.now, true, copy);
    listener.pull();
    listener.pull();
  }
  CHECK(listener.playout.stats().copies_played == row.played);
  CHECK(milliseconds(listener.playout.stats().concealed_samples) == (row.played > 0 ? 0 : 20));
}
