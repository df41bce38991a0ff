#include "core/rtp/audio_level.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/frames/sound_level.h"
#include "core/rtp/extensions.h"
#include "core/rtp/opus_payload.h"
#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("The level of sound has the bytes of RFC 6464") {
  struct Row {
    const char* what;
    AudioLevel level;
    const char* bytes;
  };
  const auto row = GENERATE(values<Row>({
      {"full scale", {0, false}, "00"},
      {"full scale, voice", {0, true}, "80"},
      {"a voice of 30 dB below", {30, true}, "9E"},
      {"silence", {127, false}, "7F"},
      {"silence that is called voice", {127, true}, "FF"},
  }));
  INFO(row.what);
  CHECK(to_bytes(encode_audio_level(row.level)) == hex(row.bytes));
  CHECK(decode_audio_level(hex(row.bytes)) == row.level);
}

TEST_CASE("A level that cannot be is written as silence") {
  CHECK(encode_audio_level({128, false})[0] == 127);
  CHECK(encode_audio_level({255, true})[0] == 255);
}

TEST_CASE("Levels of any length are read by their first byte, an empty one is none") {
  CHECK_FALSE(decode_audio_level({}));
  CHECK(decode_audio_level(hex("9E 00")) == AudioLevel{30, true});
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const Bytes bytes = random_bytes(random, 1 + random() % 255);
    const auto level = decode_audio_level(bytes);
    REQUIRE(level);
    REQUIRE(encode_audio_level(*level)[0] == bytes[0]);
  }
}

TEST_CASE("The level comes back out of a packet, and out of none that is cut short") {
  const auto level = encode_audio_level({42, true});
  const RtpExtension extension{audio_level_id, level};
  const RtpHeader header{
      .marker = true, .payload_type = audio_payload_type, .sequence_number = 7, .timestamp = 960, .ssrc = 9};
  Bytes packet(64);
  packet.resize(write_rtp_header(header, {&extension, 1}, packet));
  packet.push_back(0x78);
  const auto parsed = parse_rtp(packet);
  REQUIRE(parsed);
  CHECK(parsed->header.payload_type == 111);
  CHECK(decode_audio_level(parsed->extension(audio_level_id).value()) == AudioLevel{42, true});
  CHECK(is_plausible_opus(parsed->payload));
  for (std::size_t size = 0; size + 1 < packet.size(); ++size) {
    const Bytes cut = prefix(packet, size);
    const auto rest = parse_rtp(cut);
    CHECK((!rest || rest->payload.empty()));
  }
}

TEST_CASE("Payloads that no packet of Opus can be are recognized by their length") {
  CHECK_FALSE(is_plausible_opus({}));
  CHECK(is_plausible_opus(Bytes(1)));
  CHECK(is_plausible_opus(Bytes(1275)));
  CHECK_FALSE(is_plausible_opus(Bytes(1276)));
}

TEST_CASE("Levels are those of a sine, a square and silence") {
  std::vector<std::int16_t> sine(4800), square(4800);
  for (std::size_t i = 0; i < sine.size(); ++i) {
    sine[i] = static_cast<std::int16_t>(std::lround(32767 * std::sin(0.1308996938996 * static_cast<double>(i))));
    square[i] = i % 2 == 0 ? std::int16_t{-32768} : std::int16_t{32767};
  }
  CHECK(sound_level({}) == 0);
  CHECK(sound_level(std::vector<std::int16_t>(480)) == 0);
  CHECK(sound_level(sine) == Approx(0.7071).epsilon(0.001));
  CHECK(sound_level(square) == Approx(1).epsilon(0.001));
  CHECK(decibels_below_full_scale(sound_level(square)) == 0);
  CHECK(decibels_below_full_scale(sound_level(sine)) == 3);
  CHECK(decibels_below_full_scale(0.001) == 60);
  CHECK(decibels_below_full_scale(1e-9) == 127);
  CHECK(decibels_below_full_scale(0) == 127);
}
