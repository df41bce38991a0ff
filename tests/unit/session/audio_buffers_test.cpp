#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <set>

#include "core/session/audio_packets.h"
#include "core/session/sound_queue.h"

using namespace evenkeel;

TEST_CASE("Packets wait in the order of their timestamps, each once") {
  std::mt19937 random(1);
  const auto packets = std::make_unique<AudioPackets>();
  std::set<std::int64_t> expected;
  for (int i = 0; i < 20'000; ++i) {
    if (packets->full() || (random() % 2 == 0 && !packets->empty())) {
      const auto& first = packets->first();
      REQUIRE(first.timestamp == *expected.begin());
      REQUIRE(first.payload().size() == 1 + static_cast<std::size_t>(first.timestamp) % 1275);
      REQUIRE(first.payload()[0] == static_cast<std::uint8_t>(first.timestamp));
      REQUIRE(first.copy().size() == 1275 - first.payload().size());
      if (!first.copy().empty()) REQUIRE(first.copy()[0] == static_cast<std::uint8_t>(first.timestamp + 1));
      expected.erase(expected.begin());
      packets->pop();
    } else {
      const auto timestamp = static_cast<std::int64_t>(random() % 5000);
      REQUIRE(packets->contains(timestamp) == expected.contains(timestamp));
      if (!expected.insert(timestamp).second) continue;
      const std::vector<std::uint8_t> payload(1 + static_cast<std::size_t>(timestamp) % 1275,
                                              static_cast<std::uint8_t>(timestamp));
      const std::vector<std::uint8_t> copy(1275 - payload.size(), static_cast<std::uint8_t>(timestamp + 1));
      packets->insert(timestamp).set_bytes(payload, copy);
    }
    REQUIRE(packets->size() == expected.size());
  }
  packets->clear();
  CHECK(packets->empty());
  CHECK_FALSE(packets->contains(*expected.begin()));
}

TEST_CASE("Samples come out as they went in, however they are cut") {
  std::mt19937 random(1);
  SoundQueue queue(1476, 6000);
  std::int16_t in = 0, out = 0;
  SoundBlock block;
  for (int i = 0; i < 5000; ++i) {
    if (queue.waiting() >= block_samples) {
      queue.take(block);
      for (const auto sample : block) REQUIRE(sample == out++);
    }
    const auto added = queue.append(random() % std::min<std::size_t>(queue.room() + 1, 1500));
    std::iota(added.begin(), added.end(), in);
    in = static_cast<std::int16_t>(in + static_cast<std::int16_t>(added.size()));
    const auto newest = queue.newest(1000);
    if (i > 10) REQUIRE(newest.back() == static_cast<std::int16_t>(in - 1));
    if (i > 10) REQUIRE(newest.front() == static_cast<std::int16_t>(in - 1000));
  }
}

TEST_CASE("The newest samples are replaced by more or by fewer") {
  SoundQueue queue(100, 2000);
  auto added = queue.append(600);
  std::iota(added.begin(), added.end(), std::int16_t{0});
  std::vector<std::int16_t> more(150);
  std::iota(more.begin(), more.end(), std::int16_t{500});
  queue.replace_newest(100, more);
  CHECK(queue.waiting() == 650);
  SoundBlock block;
  queue.take(block);
  CHECK(block.back() == 479);
  queue.replace_newest(100, std::vector<std::int16_t>(40, 7));
  CHECK(queue.waiting() == 110);
  CHECK(queue.newest(100)[59] == 549);
  CHECK(queue.newest(100)[60] == 7);
  queue.clear();
  CHECK(queue.waiting() == 0);
  CHECK(queue.newest(100)[99] == 0);
}
