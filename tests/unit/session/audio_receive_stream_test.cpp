#include "core/session/audio_receive_stream.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/rtp/audio_level.h"
#include "core/rtp/extensions.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// A stream with the tracker of numbers that it has in a call.
struct Stream {
  AudioReceiveStream sound;
  SequenceFilter numbers;

  void packet(std::uint16_t number, std::span<const std::uint8_t> payload, std::uint32_t timestamp = 0,
              std::span<const std::uint8_t> level = {}, const SoundCopy& copy = {}) {
    RtpPacketView view;
    view.header.sequence_number = number;
    view.header.timestamp = timestamp;
    view.payload = payload;
    if (!level.empty()) view.extensions[view.extension_count++] = {audio_level_id, level};
    sound.on_packet(view, copy, numbers.track(number), t0 + number * 20ms);
  }
  std::vector<ReceivedSound> drain() {
    std::vector<ReceivedSound> all;
    while (const auto one = sound.poll()) all.push_back(*one);
    return all;
  }
};

const std::vector<std::uint8_t> payload{1, 2, 3};

}  // namespace

TEST_CASE("A packet of sound comes out as it came in, and marks a new source once") {
  Stream stream;
  stream.packet(7, payload, 0xFFFF'FFF0, encode_audio_level({42, true}));
  stream.packet(8, payload, 944);
  const auto out = stream.drain();
  REQUIRE(out.size() == 2);
  CHECK(out[0].new_source);
  CHECK(out[0].rtp_timestamp == 0xFFFF'FFF0);
  CHECK(out[0].arrival == t0 + 140ms);
  CHECK(out[0].speech);
  CHECK(std::vector(out[0].payload().begin(), out[0].payload().end()) == payload);
  CHECK_FALSE(out[1].new_source);
  CHECK(out[1].speech);  // not told
  CHECK_FALSE(stream.sound.poll());
}

TEST_CASE("A copy comes along, where both are no longer than one packet of Opus may be") {
  struct Row {
    std::size_t payload, copy;
    bool kept;
  };
  const auto row = GENERATE(values<Row>({{80, 60, true}, {275, 1000, true}, {275, 1001, false}, {1275, 0, true}}));
  Stream stream;
  const std::vector<std::uint8_t> now(row.payload, 1), before(row.copy, 2);
  stream.packet(1, now, 960, {}, {before, 960});
  const auto out = stream.drain();
  REQUIRE(out.size() == 1);
  CHECK(std::vector(out[0].payload().begin(), out[0].payload().end()) == now);
  const SoundCopy copy = out[0].copy();
  CHECK(std::vector(copy.bytes.begin(), copy.bytes.end()) == (row.kept ? before : std::vector<std::uint8_t>()));
  CHECK(copy.age == 960);
}

TEST_CASE("A pause between words is quiet and without a voice, as its sender tells") {
  struct Row {
    AudioLevel level;
    bool speech;
  };
  const auto row =
      GENERATE(values<Row>({{{49, false}, true}, {{50, false}, false}, {{60, true}, true}, {{127, false}, false}}));
  Stream stream;
  stream.packet(7, payload, 0, encode_audio_level(row.level));
  CHECK(stream.drain().at(0).speech == row.speech);
}

TEST_CASE("Packets that are no Opus are counted and dropped") {
  struct Row {
    std::size_t size;
    bool kept;
  };
  const auto row = GENERATE(values<Row>({{0, false}, {1, true}, {1275, true}, {1276, false}, {1460, false}}));
  Stream stream;
  stream.packet(1, std::vector<std::uint8_t>(row.size));
  CHECK(stream.drain().size() == (row.kept ? 1 : 0));
  CHECK(stream.sound.stats().packets == 1);
  CHECK(stream.sound.stats().discarded == (row.kept ? 0 : 1));
  CHECK(stream.sound.stats().lost == 0);
}

TEST_CASE("What never came is counted by the numbers of what did") {
  struct Row {
    const char* what;
    std::vector<std::uint16_t> numbers;
    std::uint64_t lost, discarded;
  };
  const auto row = GENERATE(values<Row>({
      {"all", {1, 2, 3, 4}, 0, 0},
      {"holes", {1, 3, 7}, 4, 0},
      {"over the wrap", {65534, 65535, 1}, 1, 0},
      {"out of order", {1, 4, 3, 2, 5}, 0, 0},
      {"twice", {1, 1, 1, 2}, 0, 0},
      {"a stray number", {1, 40000, 2}, 0, 1},
      {"a new beginning", {1, 3, 40000, 40001, 40003}, 2, 1},
  }));
  INFO(row.what);
  Stream stream;
  for (const auto number : row.numbers) stream.packet(number, payload);
  CHECK(stream.sound.stats().packets == row.numbers.size());
  CHECK(stream.sound.stats().lost == row.lost);
  CHECK(stream.sound.stats().discarded == row.discarded);
}

TEST_CASE("Counters go on with another source, of whose numbers none are missing, and what waited is nobody's") {
  Stream stream;
  for (const auto number : std::vector<std::uint16_t>{10, 13}) stream.packet(number, payload);
  stream.sound.begin();
  stream.numbers.reset();
  for (const auto number : std::vector<std::uint16_t>{50000, 50002}) stream.packet(number, payload);
  CHECK(stream.sound.stats().lost == 3);
  const auto out = stream.drain();
  REQUIRE(out.size() == 2);
  CHECK(out[0].new_source);
  CHECK(out[0].arrival == t0 + 50000 * 20ms);
}

TEST_CASE("Of thousands at once as many are kept as the jitter buffer holds") {
  Stream stream;
  for (int round = 0; round < 3; ++round) {
    for (std::uint16_t i = 0; i < 5000; ++i) stream.packet(static_cast<std::uint16_t>(round * 5000 + i), payload);
    CHECK(stream.drain().size() == AudioReceiveStream::max_waiting);
  }
  CHECK(stream.sound.stats().discarded == 3 * (5000 - AudioReceiveStream::max_waiting));
  CHECK(stream.sound.stats().lost == 0);
}

TEST_CASE("A source is reported with the first packet that is one") {
  Stream stream;
  stream.packet(1, {});
  stream.packet(2, payload);
  const auto out = stream.drain();
  REQUIRE(out.size() == 1);
  CHECK(out[0].new_source);
}

TEST_CASE("A second of digital silence is a muted microphone, and what does not tell its level is none") {
  Stream stream;
  const auto silence = encode_audio_level({AudioLevel::silence, false});
  const auto quiet = encode_audio_level({126, false});
  std::uint16_t number = 0;
  const auto send = [&](int packets, std::span<const std::uint8_t> level) {
    for (int i = 0; i < packets; ++i) {
      stream.packet(number, payload, number * 960u, level);
      ++number;
      stream.drain();
    }
    return stream.sound.silent();
  };
  CHECK_FALSE(send(100, {}));
  CHECK_FALSE(stream.sound.audible());
  CHECK_FALSE(send(100, quiet));
  CHECK(stream.sound.audible());
  CHECK_FALSE(send(50, silence));  // 0.98 s
  CHECK(send(1, silence));
  CHECK(send(50, silence));
  CHECK_FALSE(send(1, quiet));
  CHECK(send(51, silence));
  CHECK_FALSE(stream.sound.audible());
  send(1, quiet);
  send(51, silence);
  stream.sound.begin();  // another source
  CHECK_FALSE(stream.sound.silent());
  CHECK_FALSE(stream.sound.audible());
  CHECK_FALSE(send(50, silence));
}
