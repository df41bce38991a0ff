#include "core/session/audio_playout.h"

#include <catch2/catch.hpp>
#include <random>

#include "codecs/opus_encoder.h"
#include "tests/sound/listener.h"
#include "tests/sound/playout_call.h"
#include "tests/sound/speech.h"
#include "tests/unit/allocation_counter.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr LocalTime t0{1h};

double milliseconds(std::int64_t samples) { return 1e3 * static_cast<double>(samples) / samples_per_second; }

double kept_back(const AudioPlayoutStats& stats) {
  return 1e3 * stats.jitter_buffer_delay / static_cast<double>(stats.jitter_buffer_emitted_count);
}

double speech_step() {
  static const double step = largest_decoded_step(speech_packets(60, 0));
  return step;
}

}  // namespace

TEST_CASE("Without losses and jitter nothing is concealed or stretched, and sound waits for 20 to 30 ms") {
  const auto r = PlayoutCall{}.run();
  CHECK(r.stats.concealed_samples == 0);
  CHECK(r.stats.inserted_samples_for_deceleration == 0);
  CHECK(r.stats.removed_samples_for_acceleration == 0);
  CHECK(r.stats.packets_discarded == 0);
  CHECK(r.stats.fec_packets_received > 2000);
  CHECK(kept_back(r.stats) >= 20);
  CHECK(kept_back(r.stats) <= 31);
  CHECK(r.mean_target_ms == 20);
  CHECK(1e3 * r.stats.jitter_buffer_target_delay ==
        Approx(20.0 * static_cast<double>(r.stats.jitter_buffer_emitted_count)));
}

TEST_CASE("Of what is lost little is concealed: copies make up for speech") {
  struct Row {
    double loss;
    double max_in_words;  // %
    double max_in_all;
  };
  const auto row = GENERATE(values<Row>({{0.01, 0.1, 0.5}, {0.03, 0.3, 1.2}, {0.05, 0.6, 2.2}}));
  double in_words = 0, in_all = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    PlayoutCall call;
    call.link = lossy_link(row.loss, seed);
    const auto r = call.run();
    in_all += 100 * r.concealed_share / 3;
    in_words += 100 * (r.concealed_share - r.pause_share) / 3;
    CHECK(largest_step(r.played) <= 1.2 * speech_step());
  }
  CAPTURE(row.loss);
  CHECK(in_words <= row.max_in_words);
  CHECK(in_all <= row.max_in_all);
}

TEST_CASE("Bursts of a link that carries a picture beside take one packet of sound at a time") {
  PlayoutCall call;
  call.link = bursty_link(0.03, 4, 5, 1);
  const auto r = call.run();
  CHECK(r.concealed_share <= 0.012);
  CHECK(r.concealed_share - r.pause_share <= 0.003);
}

TEST_CASE("Jitter is waited for, reordering does no harm") {
  struct Row {
    const char* what;
    std::function<std::optional<Duration>(int)> link;
    double max_concealed;  // %
    double min_target, max_target;
  };
  const std::vector<Row> rows{
      {"5 ms", jittering_link(5ms, 1), 0.05, 20, 20},
      {"20 ms", jittering_link(20ms, 1), 0.3, 40, 75},
      {"each 10th packet 30 ms late", reordering_link(10, 30ms), 0.1, 30, 35},
      {"each 100th packet 30 ms late", reordering_link(100, 30ms), 0.1, 20, 23},
      {"each 3rd packet behind its follower", reordering_link(3, 25ms), 0.1, 25, 30},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    PlayoutCall call;
    call.link = row.link;
    const auto r = call.run();
    CHECK(100 * r.concealed_share <= row.max_concealed);
    CHECK(r.mean_target_ms >= row.min_target);
    CHECK(r.mean_target_ms <= row.max_target);
    CHECK(largest_step(r.played) <= 1.2 * speech_step());
  }
}

TEST_CASE("After a standstill of 500 ms the delay is back within 4 s, by stretching alone") {
  PlayoutCall call;
  call.seconds = 45;
  call.link = standing_link(30s, 500ms);
  std::optional<LocalTime> back, longest_at;
  double longest = 0, last = 0;
  std::int64_t removed_before = 0;
  call.after_pull = [&](LocalTime now, AudioPlayout& playout) {
    const double held = to_milliseconds(playout.held());
    if (held > longest) {
      longest = held;
      longest_at = now;
      back.reset();
    }
    if (longest > 400 && !back && held < 40) back = now;
    if (now - t0 < 30s) removed_before = playout.stats().removed_samples_for_acceleration;
    last = held;
  };
  const auto r = call.run();
  CHECK(longest > 400);
  REQUIRE(back);
  CHECK(to_seconds(*back - *longest_at) <= 4);
  CHECK(last < 40);
  CHECK(r.stats.packets_discarded == 0);  // no word is left out
  CHECK(r.stats.copies_played == 0);
  CHECK(milliseconds(r.stats.concealed_samples) < 520);
  CHECK(milliseconds(r.stats.removed_samples_for_acceleration - removed_before) > 430);
  CHECK(largest_step(r.played) <= 1.2 * speech_step());
}

TEST_CASE("Clocks that differ by 500 ppm are made up for by stretching, for ten minutes") {
  const double speed = GENERATE(1.0005, 0.9995);
  CAPTURE(speed);
  PlayoutCall call;
  call.seconds = 600;
  call.loudspeaker_speed = speed;
  const auto r = call.run();
  const double made_up =
      milliseconds(r.stats.inserted_samples_for_deceleration - r.stats.removed_samples_for_acceleration);
  CHECK(made_up == Approx(speed > 1 ? 300 : -300).margin(30));
  CHECK(milliseconds(r.stats.concealed_samples) <= 20);
  CHECK(r.max_held_ms < 50);
  CHECK(r.stats.packets_discarded == 0);
  CHECK(largest_step(r.played) <= 1.2 * speech_step());
}

TEST_CASE("Sound is stretched by 15 % at most") {
  PlayoutCall call;
  call.seconds = 40;
  call.link = standing_link(30s, 500ms);
  std::vector<std::int64_t> removed;
  call.after_pull = [&](LocalTime, AudioPlayout& playout) {
    removed.push_back(playout.stats().removed_samples_for_acceleration);
  };
  call.run();
  for (std::size_t i = 100; i < removed.size(); ++i) CHECK(milliseconds(removed[i] - removed[i - 100]) <= 150 + 15.4);
}

TEST_CASE("Two minutes without packets are silence that begins and ends without a click, and all is as before") {
  const bool timestamps_go_on = GENERATE(true, false);
  CAPTURE(timestamps_go_on);
  Listener listener;
  listener.talk(0, 500);
  const double held = to_milliseconds(listener.playout.held());
  for (int i = 0; i < 12'000; ++i) listener.pull();
  CHECK(listener.silent_blocks >= 11'975);
  listener.talk(timestamps_go_on ? 500 + 6000 : 500, 500);
  CHECK(listener.silent_blocks == 0);
  CHECK(to_milliseconds(listener.playout.held()) == Approx(held).margin(16));
  CHECK(listener.largest <= 1.2 * speech_step());
  CHECK(listener.playout.stats().packets_refused == (timestamps_go_on ? 0 : 1));
}

TEST_CASE("Two minutes of packets of silence change nothing") {
  OpusDecoder decoder;
  Listener listener;
  listener.talk(0, 100);
  const auto before = listener.playout.stats();
  for (int n = 100; n < 6100; ++n) {
    const std::array<std::uint8_t, 3> silence{0xF8, 0xFF, 0xFE};  // 20 ms, as encoders write it
    listener.playout.on_packet(static_cast<std::uint32_t>(n) * 960, silence, listener.now);
    listener.pull();
    listener.pull();
  }
  CHECK(listener.playout.stats().concealed_samples == before.concealed_samples);
  listener.talk(6100, 100);
  CHECK(listener.playout.stats().concealed_samples == before.concealed_samples);
  CHECK(listener.largest <= 1.2 * speech_step());
}

TEST_CASE("Duplicates are dropped and counted") {
  Listener listener;
  for (int n = 0; n < 500; ++n) {
    listener.packet(n);
    listener.packet(n);
    if (n > 0) listener.packet(n - 1);
    listener.pull();
    listener.pull();
  }
  const auto& stats = listener.playout.stats();
  CHECK(stats.packets_repeated + stats.packets_discarded == 999);
  CHECK(stats.concealed_samples == 0);
  CHECK(listener.playout.target_delay() == 20ms);
}

TEST_CASE("What is no packet is refused, and the sound goes on") {
  Listener listener;
  listener.talk(0, 100);
  const std::vector<std::uint8_t> long_one(1276, 0x78);
  for (int n = 100; n < 200; ++n) {
    listener.playout.on_packet(static_cast<std::uint32_t>(n) * 960, {}, listener.now);
    listener.playout.on_packet(static_cast<std::uint32_t>(n) * 960, long_one, listener.now);
    listener.playout.on_packet(static_cast<std::uint32_t>(n) * 960 + 0x4000'0000, std::array<std::uint8_t, 2>{0x78, 1},
                               listener.now);
    listener.talk(n, 1);
  }
  CHECK(listener.playout.stats().packets_refused == 300);
  CHECK(listener.playout.stats().concealed_samples == 0);
  CHECK(listener.largest <= 1.2 * speech_step());
}

TEST_CASE("Timestamps that jump begin anew with the second packet, at most 100 ms are silent") {
  const std::uint32_t jump = GENERATE(0x7FFF'FFFFU, 0x8000'0001U, 48'000U * 3, 0U - 48'000U * 3);
  CAPTURE(jump);
  Listener listener;
  listener.talk(0, 200);
  listener.offset = jump;
  int silent = 0;
  for (int n = 200; n < 260; ++n) {
    listener.talk(n, 1);
    silent = std::max(silent, listener.silent_blocks);
  }
  CHECK(listener.playout.stats().restarts == 1);
  CHECK(listener.playout.stats().packets_refused == 1);
  CHECK(silent <= 10);
  CHECK(listener.silent_blocks == 0);
}

TEST_CASE("Thousands of packets a second of any kind are bounded, counted, and sound is back after them") {
  std::mt19937 random(1);
  Listener listener;
  listener.talk(0, 100);
  for (int i = 0; i < 200; ++i) {
    for (int k = 0; k < 100; ++k) {  // 10000 a second
      std::vector<std::uint8_t> payload(random() % 1400);
      for (auto& byte : payload) byte = static_cast<std::uint8_t>(random());
      const auto timestamp =
          k % 2 == 0 ? static_cast<std::uint32_t>(random()) : static_cast<std::uint32_t>(100'000 + i * 480 + k * 960);
      listener.playout.on_packet(timestamp, payload, listener.now);
    }
    listener.pull();
    REQUIRE(listener.playout.target_delay() <= 200ms);
  }
  listener.offset = 12345;
  listener.talk(1000, 400);
  CHECK(listener.silent_blocks == 0);
  const auto concealed = listener.playout.stats().concealed_samples;
  listener.talk(1400, 100);
  CHECK(listener.playout.stats().concealed_samples == concealed);
}

TEST_CASE("Packets that overlap are played once, a stream ahead of time is left out in part") {
  Listener listener;
  listener.talk(0, 100);
  for (int n = 100; n < 200; ++n) {
    for (std::uint32_t k = 1; k < 20; ++k)
      listener.playout.on_packet(static_cast<std::uint32_t>(n) * 960 + 40 * k, speech_packets(60, 0)[0], listener.now);
    listener.talk(n, 1);
  }
  listener.talk(200, 100);
  CHECK(to_milliseconds(listener.playout.held()) < 60);
  const auto before = listener.playout.stats();
  for (int n = 300; n < 500; ++n) {  // twice as fast as it is played
    listener.packet(n);
    listener.pull();
  }
  CHECK(listener.playout.stats().packets_discarded > before.packets_discarded + 20);
  CHECK(listener.playout.stats().concealed_samples == before.concealed_samples);
  CHECK(to_milliseconds(listener.playout.held()) < 1400);
}

TEST_CASE("Packets of 40 ms are played, and lost ones copied, as those of 20 ms") {
  OpusEncoder encoder({.target = kilobits_per_second(24), .packet_duration = 40ms});
  Speech voice(1);
  std::vector<std::int16_t> samples(1920);
  Listener listener;
  std::mt19937 random(1);
  int lost = 0;
  for (int n = 0; n < 1500; ++n) {
    std::generate(samples.begin(), samples.end(), [&] { return voice.next(); });
    const auto packet = encoder.encode(samples);
    const bool loses = random() % 33 == 0;
    lost += loses ? 1 : 0;
    if (!loses) listener.playout.on_packet(static_cast<std::uint32_t>(n) * 1920, packet, listener.now);
    for (int i = 0; i < 4; ++i) listener.pull();
  }
  const auto& stats = listener.playout.stats();
  CHECK(lost > 30);
  CHECK(static_cast<double>(stats.copies_played) > 0.6 * lost);
  CHECK(static_cast<double>(stats.concealed_samples) < 0.015 * static_cast<double>(stats.total_samples_received));
  CHECK(listener.playout.target_delay() == 42500us);
}

TEST_CASE("Leaps of timestamps do not add up") {
  Listener listener;
  for (int i = 0; i < 80'000; ++i) {
    listener.offset += 0x7000'0000;
    for (int n = 0; n < 2; ++n) listener.packet(n);
  }
  listener.pull();
  CHECK(listener.playout.stats().restarts == 79'999);
}

TEST_CASE("What is held for the sake of the picture comes and goes by stretching") {
  Listener listener;
  listener.talk(0, 200);
  listener.playout.set_extra_delay(100ms);
  listener.talk(200, 200);
  CHECK(to_milliseconds(listener.playout.held()) == Approx(127).margin(16));
  listener.playout.set_extra_delay(0ms);
  listener.talk(400, 200);
  CHECK(to_milliseconds(listener.playout.held()) < 40);
  CHECK(listener.playout.stats().concealed_samples == 0);
  CHECK(listener.largest <= 1.2 * speech_step());
}

TEST_CASE("The timestamp that plays is known, but of silence") {
  Listener listener;
  CHECK_FALSE(listener.playout.playing());
  listener.pull();
  CHECK_FALSE(listener.playout.playing());
  listener.talk(0, 50);
  const auto a = listener.playout.playing();
  listener.talk(50, 1);
  REQUIRE(a);
  CHECK(listener.playout.playing() == *a + 960);
  for (int i = 0; i < 20; ++i) listener.pull();
  CHECK_FALSE(listener.playout.playing());
}

TEST_CASE("Nothing is allocated for a packet or a block") {
  counting_allocations = false;
  Listener listener;
  speech_packets(60, 0);
  std::mt19937 random(1);
  const auto step = [&](int n) {
    if (random() % 20 != 0) listener.packet(n);
    if (random() % 20 == 0) listener.now += 30ms;
    listener.pull();
    listener.pull();
  };
  for (int n = 0; n < 500; ++n) step(n);
  allocations = 0;
  counting_allocations = true;
  for (int n = 500; n < 3000; ++n) step(n);
  counting_allocations = false;
  CHECK(allocations == 0);
  CHECK(listener.playout.stats().copies_played > 50);
}
