#include "app/call/sound_player.h"

#include <catch2/catch.hpp>
#include <random>
#include <utility>
#include <vector>

#include "app/sound/timed_microphone.h"
#include "sent_sound.h"
#include "tests/unit/allocation_counter.h"

namespace evenkeel {

using namespace test;

namespace {

/// When beeps began.
std::vector<LocalTime> beeps_in(const std::vector<std::int16_t>& samples, LocalTime first) {
  std::vector<LocalTime> out;
  std::size_t quiet = samples_per_second;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const bool loud = std::abs(int{samples[i]}) > 2000;
    if (loud && quiet > samples_per_second / 2) out.push_back(first + to_duration(static_cast<std::int64_t>(i)));
    quiet = loud ? 0 : quiet + 1;
  }
  return out;
}

}  // namespace

TEST_CASE("The beep of one end is heard at the other, one after the other, also where packets get lost") {
  const double loss = GENERATE(0.0, 0.03);
  CAPTURE(loss);
  Sent sent;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform;
  std::size_t next = 0;
  LocalTime now = begin;
  SoundPlayer::Callbacks callbacks;
  callbacks.take_packets = [&](SoundPlayer& player) {
    constexpr Duration way = 50ms;
    for (; next < sent.packets.size(); ++next) {
      const EncodedSound& packet = sent.packets[next];
      const LocalTime arrival = packet.captured + to_duration(static_cast<std::int64_t>(packet.samples)) + way;
      if (arrival > now) return;
      if (uniform(random) >= loss)
        player.on_packet(static_cast<std::uint32_t>(packet.sample), packet.payload(), arrival);
    }
  };
  std::vector<std::int16_t> played;
  std::optional<Sample> last;
  int rows = 0;
  SoundPlayer player({"in", begin}, callbacks);
  for (int i = 0; i < 2000; ++i) {
    now = at(i);
    SoundBlock block;
    fill_test_sound(block, now - block_duration);
    sent.sound.on_block(block, now - block_duration);
    player.pull(block, now, now);
    played.insert(played.end(), block.begin(), block.end());
    for (auto row = player.samples().pop(); row; row = player.samples().pop(), ++rows) last = row;
  }
  const auto beeps = beeps_in(played, begin);
  CHECK(beeps.size() >= (loss > 0 ? 18U : 19U));
  for (const LocalTime beep : beeps) {
    if (beep < begin + 4s) continue;  // a source begins with more delay than it needs
    const Duration late = beep.time_since_epoch() % 1s;
    CHECK(late > 60ms);
    CHECK(late < 150ms);
  }
  CHECK(rows >= 195);
  REQUIRE(last);
  CHECK(last->total_samples_received > 19 * samples_per_second);
  CHECK(*last->concealed_samples <= (loss > 0 ? 0.03 : 0.0) * 20 * samples_per_second);
  CHECK(*last->jitter_buffer_target_delay_ms >= 20);
  CHECK_FALSE(last->av_skew_ms);
}

TEST_CASE("Nothing is allocated for a block once the first second is over") {
  EncodedSound packet;
  OutgoingSound sound(
      {}, [] { return SoundSendSettings(); }, [&](const EncodedSound& p) { packet = p; });
  SoundPlayer player({"in", begin}, {});
  const auto pass = [&](int from, int to) {
    SoundBlock block;
    for (int i = from; i < to; ++i) {
      sound.on_block(speech(i), at(i));
      if (i % 2 == 1) player.on_packet(static_cast<std::uint32_t>(packet.sample), packet.payload(), at(i));
      player.pull(block, at(i), at(i));
      sound.on_played(block, at(i));
    }
  };
  pass(0, 100);
  const long before = test::allocations;
  pass(100, 900);
  CHECK(test::allocations - before == 0);
}

TEST_CASE("A changed volume changes what is played, and nothing clicks") {
  Sent sent;
  for (int i = 0; i < 100; ++i) sent.sound.on_block(tone(i), at(i));
  SoundPlayer player({"in", begin}, {});
  for (const EncodedSound& packet : sent.packets) {
    if (packet.sample < 40'000)
      player.on_packet(static_cast<std::uint32_t>(packet.sample), packet.payload(), packet.captured);
  }
  int step = 0;
  int before = 0;
  SoundBlock block;
  for (int i = 0; i < 60; ++i) {
    if (i == 30) player.set_volume(0);
    player.pull(block, at(i), at(i));
    for (const std::int16_t sample : block) step = std::max(step, std::abs(sample - std::exchange(before, sample)));
    if (i == 25) CHECK(peak(block) > 6000);
    if (i > 30) CHECK(peak(block) == 0);
  }
  CHECK(step < 500);
}

}  // namespace evenkeel
