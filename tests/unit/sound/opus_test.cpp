#include <catch2/catch.hpp>
#include <numeric>

#include "codecs/opus_decoder.h"
#include "codecs/opus_encoder.h"
#include "tests/sound/comparison.h"
#include "tests/sound/speech.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Packets = std::vector<std::vector<std::uint8_t>>;

Packets encode(AudioEncoder& encoder, std::span<const std::int16_t> sound) {
  Packets packets;
  const std::size_t size = encoder.packet_samples();
  for (; sound.size() >= size; sound = sound.subspan(size)) {
    const auto packet = encoder.encode(sound.first(size));
    packets.emplace_back(packet.begin(), packet.end());
  }
  return packets;
}

double kilobits_of(const Packets& packets, double seconds) {
  const auto bytes = std::accumulate(packets.begin(), packets.end(), std::size_t{0},
                                     [](std::size_t sum, const auto& packet) { return sum + packet.size(); });
  return 8e-3 * static_cast<double>(bytes) / seconds;
}

constexpr std::size_t look_ahead = 312;  // 6.5 ms

}  // namespace

TEST_CASE("Speech comes back 6.5 ms late, at the rate asked for") {
  struct Row {
    double kbps;
    Duration duration;
    double min_snr;  // dB, segmental; the codec's high-pass alone keeps it below 7
  };
  const auto row = GENERATE(values<Row>({{24, 40ms, 5}, {32, 20ms, 5}, {64, 20ms, 5}}));
  CAPTURE(row.kbps, to_milliseconds(row.duration));
  const auto sound = speech(10, 1);
  OpusEncoder encoder({.target = kilobits_per_second(row.kbps), .packet_duration = row.duration});
  OpusDecoder decoder;
  const auto packets = encode(encoder, sound);
  CHECK(packets.size() == static_cast<std::size_t>(10s / row.duration));
  CHECK(kilobits_of(packets, 10) < 1.1 * row.kbps);
  std::vector<std::int16_t> decoded;
  for (const auto& packet : packets) {
    REQUIRE(decoder.samples_of(packet) == encoder.packet_samples());
    std::vector<std::int16_t> out(encoder.packet_samples());
    REQUIRE(decoder.decode(packet, out));
    decoded.insert(decoded.end(), out.begin(), out.end());
  }
  CHECK(segmental_snr(std::span(sound).first(sound.size() - look_ahead), std::span(decoded).subspan(look_ahead)) >
        row.min_snr);
}

TEST_CASE("Rate, duration and expected loss change from packet to packet") {
  const auto sound = speech(5, 2);
  OpusEncoder encoder;
  const double before = kilobits_of(encode(encoder, sound), 5);
  encoder.set_target(kilobits_per_second(16));
  CHECK(kilobits_of(encode(encoder, sound), 5) < 0.65 * before);
  encoder.set_packet_duration(40ms);
  CHECK(encoder.packet_samples() == 1920);
  const auto packets = encode(encoder, sound);
  CHECK(packets.size() == 125);
  CHECK(OpusDecoder().samples_of(packets[60]) == 1920u);
  CHECK(encoder.encode(std::span(sound).first(960)).empty());  // not what it takes now
}

TEST_CASE("Packets have copies of the speech before them, at every rate that calls use") {
  struct Row {
    double kbps;
    Duration duration;
    double loss;
  };
  const auto row =
      GENERATE(values<Row>({{32, 20ms, 0}, {32, 20ms, 0.05}, {32, 20ms, 0.2}, {24, 40ms, 0}, {24, 40ms, 0.05}}));
  CAPTURE(row.kbps, to_milliseconds(row.duration), row.loss);
  OpusEncoder encoder({.target = kilobits_per_second(row.kbps), .packet_duration = row.duration});
  encoder.set_expected_loss(row.loss);
  const auto packets = encode(encoder, speech(10, 1));
  const OpusDecoder decoder;
  const auto copies = std::count_if(packets.begin(), packets.end(),
                                    [&](const auto& packet) { return decoder.has_copy_of_previous(packet); });
  CHECK(static_cast<double>(copies) > 0.7 * static_cast<double>(packets.size()));
}

TEST_CASE("A copy is nearer to what was lost than concealment is") {
  const auto sound = speech(20, 1);
  OpusEncoder encoder;
  encoder.set_expected_loss(0.1);
  const auto packets = encode(encoder, sound);
  OpusDecoder whole, copying, concealing;
  std::array<std::int16_t, 960> a, b, c;
  double copy_error = 0, concealment_error = 0, energy = 0;
  int lost = 0;
  for (std::size_t n = 0; n < packets.size(); ++n) {
    whole.decode(packets[n], a);
    const bool loses = n % 10 == 9 && n + 1 < packets.size() && copying.has_copy_of_previous(packets[n + 1]);
    loses ? static_cast<void>(copying.decode_copy(packets[n + 1], b))
          : static_cast<void>(copying.decode(packets[n], b));
    loses ? concealing.conceal(c) : static_cast<void>(concealing.decode(packets[n], c));
    if (!loses) continue;
    ++lost;
    energy += energy_of(a);
    copy_error += difference_of(a, b);
    concealment_error += difference_of(a, c);
  }
  CHECK(lost > 50);
  CHECK(copy_error < 0.25 * energy);
  CHECK(copy_error < 0.4 * concealment_error);
}

TEST_CASE("Any bytes are refused or decoded within the bounds") {
  std::mt19937 random(1);
  OpusDecoder decoder;
  std::vector<std::int16_t> out(max_packet_samples);
  int accepted = 0;
  CHECK_FALSE(decoder.samples_of({}));
  CHECK_FALSE(decoder.has_copy_of_previous({}));
  CHECK_FALSE(decoder.decode({}, out));
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::uint8_t> packet(1 + random() % 300);
    for (auto& byte : packet) byte = static_cast<std::uint8_t>(random());
    const auto samples = decoder.samples_of(packet);
    decoder.has_copy_of_previous(packet);
    if (!samples) continue;
    ++accepted;
    REQUIRE(*samples <= max_packet_samples);
    decoder.decode(packet, std::span(out).first(*samples));
    decoder.decode_copy(packet, std::span(out).first(*samples));
    decoder.conceal(std::span(out).first(480));
  }
  CHECK(accepted > 1000);
}

TEST_CASE("Packets of 120 ms are taken, longer ones are not") {
  const OpusDecoder decoder;
  // Code 3 packets (RFC 6716, section 3.2.5) of empty frames of 60 ms of SILK: two and three of them.
  CHECK(decoder.samples_of(std::array<std::uint8_t, 2>{0x1B, 2}) == 5760u);
  CHECK_FALSE(decoder.samples_of(std::array<std::uint8_t, 2>{0x1B, 3}));
  CHECK_FALSE(decoder.samples_of(std::array<std::uint8_t, 1>{0x1B}));
}
