#include "app/record/call/sound_track.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "codecs/opus_encoder.h"

using namespace evenkeel;

namespace {

/// Packets of 20 ms of a tone.
struct Tone {
  OpusEncoder encoder;
  std::uint32_t count = 0;

  SoundTrack::Packet next() {
    std::vector<std::int16_t> samples(960);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double at = static_cast<double>(count) + static_cast<double>(i);
      samples[i] = static_cast<std::int16_t>(8000 * std::sin(2 * std::numbers::pi * 440 * at / 48'000));
    }
    SoundTrack::Packet packet;
    packet.rtp_timestamp = count;
    count += 960;
    const auto bytes = encoder.encode(samples);
    packet.size = bytes.size();
    std::ranges::copy(bytes, packet.bytes.begin());
    return packet;
  }
};

/// The loudest sample of each 20 ms.
std::vector<int> levels(SoundTrack& track, std::int64_t until) {
  std::vector<int> found;
  for (std::int64_t at = 0; at < until; at += 960) {
    std::vector<std::int32_t> block(960, 0);
    track.mix_into(block, at);
    found.push_back(std::abs(*std::ranges::max_element(block, {}, [](int s) { return std::abs(s); })));
  }
  return found;
}

std::int64_t by_timestamp(const SoundTrack::Packet& packet) { return packet.rtp_timestamp; }

}  // namespace

TEST_CASE("Packets that overtook each other are decoded in their order") {
  Tone tone;
  SoundTrack track, in_order;
  std::vector<SoundTrack::Packet> packets;
  for (int i = 0; i < 20; ++i) packets.push_back(tone.next());
  for (const auto& packet : packets) in_order.push(packet);
  for (std::size_t i = 0; i < packets.size(); i += 4) {
    for (const std::size_t k : {2u, 0u, 3u, 1u}) track.push(packets[i + k]);
  }
  track.decode(20 * 960, by_timestamp);
  in_order.decode(20 * 960, by_timestamp);
  CHECK(levels(track, 20 * 960) == levels(in_order, 20 * 960));
}

TEST_CASE("A lost packet is concealed, a long gap is silent, and what comes twice is heard once") {
  Tone tone;
  SoundTrack track;
  for (int i = 0; i < 60; ++i) {
    const auto packet = tone.next();
    if (i == 20 || (i >= 30 && i < 50)) continue;
    track.push(packet);
    if (i % 5 == 0) track.push(packet);
  }
  track.decode(60 * 960, by_timestamp);
  const auto heard = levels(track, 60 * 960);
  for (int i = 1; i < 30; ++i) CHECK(heard[static_cast<std::size_t>(i)] > 4000);
  for (int i = 31; i < 50; ++i) CHECK(heard[static_cast<std::size_t>(i)] == 0);
  for (int i = 52; i < 60; ++i) CHECK(heard[static_cast<std::size_t>(i)] > 4000);
}

TEST_CASE("Sound of a clock that is off is stretched to its place without a gap") {
  const double off = GENERATE(0.998, 1.002);
  Tone tone;
  SoundTrack track;
  constexpr int packets = 500;
  for (int i = 0; i < packets; ++i) track.push(tone.next());
  const auto place = [&](const SoundTrack::Packet& packet) { return std::llround(packet.rtp_timestamp * off); };
  const auto length = static_cast<std::int64_t>(packets * 960 * off) / 960 * 960 - 2 * 960;
  track.decode(length + 960, place);
  const auto heard = levels(track, length);
  for (std::size_t i = 2; i < heard.size(); ++i) CHECK(heard[i] > 6000);
}

TEST_CASE("What comes after its place was mixed is left out") {
  Tone tone;
  SoundTrack track;
  const auto late = tone.next();
  CHECK(levels(track, 5 * 960) == std::vector<int>(5, 0));
  track.push(late);
  track.decode(10 * 960, by_timestamp);
  std::vector<std::int32_t> block(960, 0);
  track.mix_into(block, 5 * 960);
  CHECK(block == std::vector<std::int32_t>(960, 0));
}

TEST_CASE("No bytes in a packet take the track off its course") {
  SoundTrack track;
  SoundTrack::Packet packet;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    packet.rtp_timestamp = i * 960;
    packet.size = 1 + i * 7 % 200;
    for (std::size_t k = 0; k < packet.size; ++k) packet.bytes[k] = static_cast<std::uint8_t>(i * 31 + k * k * 7);
    track.push(packet);
    track.decode((std::int64_t{i} + 1) * 960, by_timestamp);
    std::vector<std::int32_t> block(960, 0);
    track.mix_into(block, std::int64_t{i} * 960);
  }
  Tone tone;
  tone.count = 2100 * 960;
  for (int i = 0; i < 10; ++i) track.push(tone.next());
  track.decode(2110 * 960, by_timestamp);
  std::vector<std::int32_t> block(960, 0);
  track.mix_into(block, 2105 * 960);
  CHECK(*std::ranges::max_element(block) > 4000);
}
