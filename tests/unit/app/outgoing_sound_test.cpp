#include "app/call/outgoing_sound.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "app/call/sound_player.h"
#include "app/call/sound_sender.h"
#include "app/sound/timed_microphone.h"
#include "codecs/opus_decoder.h"
#include "core/net/clock.h"
#include "tests/sound/speech.h"

namespace evenkeel {
namespace {

constexpr LocalTime begin{100s};
constexpr AudioProcessorConfig off{false, false, false, false};

LocalTime at(int block) { return begin + block * block_duration; }

SoundBlock tone(int block, double loudness = 8000) {
  SoundBlock out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double t = (static_cast<double>(block) * block_samples + static_cast<double>(i)) / samples_per_second;
    out[i] = static_cast<std::int16_t>(loudness * std::sin(2 * std::numbers::pi * 300 * t));
  }
  return out;
}

/// The same in each test.
SoundBlock speech(int block) {
  static const std::vector<std::int16_t> all = test::speech(10, 1);
  SoundBlock out;
  std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(block) * std::ptrdiff_t{block_samples}, out.size(),
              out.begin());
  return out;
}

int peak(std::span<const std::int16_t> samples) {
  int most = 0;
  for (const std::int16_t s : samples) most = std::max(most, std::abs(int{s}));
  return most;
}

/// What an outgoing half gives, decoded.
struct Sent {
  SoundSendSettings settings;
  std::vector<EncodedSound> packets;
  OpusDecoder decoder;
  OutgoingSound sound;

  explicit Sent(const AudioProcessorConfig& processing = off)
      : sound(
            processing, [this] { return settings; }, [this](const EncodedSound& p) { packets.push_back(p); }) {}

  std::vector<std::int16_t> decode(const EncodedSound& packet) {
    std::vector<std::int16_t> out(packet.samples);
    REQUIRE(decoder.decode(packet.payload(), out));
    return out;
  }
};

}  // namespace

TEST_CASE("Blocks become packets of 20 or 40 ms, each with the time and number of its first sample") {
  const int blocks = GENERATE(2, 4);
  Sent sent;
  sent.settings.packet_duration = blocks * block_duration;
  for (int i = 0; i < 40; ++i) sent.sound.on_block(tone(i), at(i));
  REQUIRE(sent.packets.size() == static_cast<std::size_t>(40 / blocks));
  for (std::size_t i = 0; i < sent.packets.size(); ++i) {
    const EncodedSound& packet = sent.packets[i];
    CHECK(packet.samples == static_cast<std::size_t>(blocks) * block_samples);
    CHECK(packet.sample == static_cast<std::int64_t>(i * packet.samples));
    CHECK(std::abs(to_seconds(packet.captured - begin - to_duration(packet.sample))) < 1e-4);
    CHECK(packet.below_full_scale == 15);  // a sine of 8000
  }
}

TEST_CASE("What nobody wants is not encoded") {
  Sent sent;
  sent.settings.wanted = false;
  for (int i = 0; i < 10; ++i) sent.sound.on_block(tone(i), at(i));
  CHECK(sent.packets.empty());
  sent.settings.wanted = true;
  for (int i = 10; i < 20; ++i) sent.sound.on_block(tone(i), at(i));
  REQUIRE(sent.packets.size() == 5);
  CHECK(sent.packets[0].sample == 4800);
}

TEST_CASE("A pause of the microphone shows in the numbers of samples") {
  Sent sent;
  for (int i = 0; i < 100; ++i) sent.sound.on_block(tone(i), at(i));
  for (int i = 400; i < 500; ++i) sent.sound.on_block(tone(i), at(i));
  REQUIRE(sent.packets.size() == 100);
  CHECK(sent.packets[50].sample == 400 * 480);
  CHECK(std::abs(to_seconds(sent.packets[50].captured - at(400))) < 1e-3);
}

TEST_CASE("Nothing of a muted microphone leaves, from the block at which it is muted on") {
  const AudioProcessorConfig processing = GENERATE(off, AudioProcessorConfig());
  Sent sent(processing);
  for (int i = 0; i < 101; ++i) sent.sound.on_block(speech(i), at(i));  // half a packet is collected
  sent.sound.set_muted(true);
  const std::size_t before = sent.packets.size();
  for (int i = 101; i < 200; ++i) sent.sound.on_block(speech(i), at(i));
  CHECK(sent.sound.level() == 0);
  REQUIRE(sent.packets.size() == 100);
  for (std::size_t i = before; i < sent.packets.size(); ++i) {
    CHECK(sent.packets[i].below_full_scale == 127);
    CHECK_FALSE(sent.packets[i].voice);
  }
  // The codec's own memory of what was before fades within its first packet.
  for (std::size_t i = 0; i < before; ++i) sent.decode(sent.packets[i]);
  sent.decode(sent.packets[before]);
  sent.decode(sent.packets[before + 1]);
  for (std::size_t i = before + 2; i < sent.packets.size(); ++i) CHECK(peak(sent.decode(sent.packets[i])) < 8);
}

TEST_CASE("What was heard while it was muted does not come after that either") {
  Sent sent{AudioProcessorConfig()};
  sent.sound.set_muted(true);
  for (int i = 0; i < 200; ++i) sent.sound.on_block(speech(i), at(i));
  sent.sound.set_muted(false);
  const SoundBlock silence{};
  for (int i = 200; i < 260; ++i) sent.sound.on_block(silence, at(i));
  for (const EncodedSound& packet : sent.packets) CHECK(peak(sent.decode(packet)) < 8);
}

TEST_CASE("A muted microphone says that it hears speech, once per mute, and not of silence") {
  Sent sent{AudioProcessorConfig()};
  const SoundBlock silence{};
  sent.sound.set_muted(true);
  for (int i = 0; i < 200; ++i) sent.sound.on_block(silence, at(i));
  CHECK_FALSE(sent.sound.spoke_while_muted());
  for (int i = 200; i < 400; ++i) sent.sound.on_block(speech(i), at(i));
  CHECK(sent.sound.spoke_while_muted());
  sent.sound.set_muted(false);
  CHECK_FALSE(sent.sound.spoke_while_muted());
  for (int i = 400; i < 600; ++i) sent.sound.on_block(speech(i), at(i));
  CHECK_FALSE(sent.sound.spoke_while_muted());
}

TEST_CASE("The canceller gets as many played blocks as captured ones, however they come") {
  struct Row {
    int captured_burst, played_burst;
    double skew;  // played blocks per captured one
  };
  const auto row = GENERATE(values<Row>({{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {4, 3, 1}, {1, 1, 1.001}, {2, 2, 0.999}}));
  CAPTURE(row.captured_burst, row.played_burst, row.skew);
  EchoReference reference;
  constexpr int total = 20'000;
  constexpr Duration held = 40ms;
  int played = 0;
  int handed = 0;
  int uneven = 0;
  std::size_t most = 0;
  Duration least = 1h;
  Duration longest = -1h;
  for (int i = 0; i < total; ++i) {
    if (i % row.played_burst == 0) {
      const int until = static_cast<int>((i + row.played_burst) * row.skew);
      for (; played < until; ++played) reference.push({}, at(i) + held);
    }
    if (i % row.captured_burst != row.captured_burst - 1) continue;
    for (int k = i - row.captured_burst + 1; k <= i; ++k) {
      const std::size_t count = reference.due(at(k));
      most = std::max(most, count);
      if (count != 1 && i > 200) ++uneven;
      for (std::size_t left = count; left > 0; --left, ++handed) {
        const Duration delay = reference.pop()->heard - at(k);
        if (i < 200) continue;
        least = std::min(least, delay);
        longest = std::max(longest, delay);
      }
    }
  }
  CHECK(std::abs(handed - played) <= 8);
  CHECK(most <= 2);
  CHECK(uneven <= 60);  // twenty blocks more or less in all, and the way there
  CHECK(least >= 0ms);
  CHECK(longest <= 100ms);
}

TEST_CASE("Without a microphone played blocks do not pile up") {
  EchoReference reference;
  for (int i = 0; i < 1000; ++i) reference.push({}, at(i));
  std::size_t left = 0;
  while (reference.pop()) ++left;
  CHECK(left == 32);
}

TEST_CASE("What one end plays is taken out of what it captures") {
  Sent sent{AudioProcessorConfig()};
  std::vector<SoundBlock> heard;
  double before = 0;
  double after = 0;
  for (int i = 0; i < 1000; ++i) {
    const SoundBlock played = speech(i);
    heard.push_back(played);
    sent.sound.on_played(played, at(i) + 20ms);
    SoundBlock echo{};
    if (i >= 6) {
      for (std::size_t k = 0; k < echo.size(); ++k)
        echo[k] = static_cast<std::int16_t>(heard[static_cast<std::size_t>(i - 6)][k] / 2);
    }
    sent.sound.on_block(echo, at(i));
    if (i < 500) continue;
    before += std::pow(sound_level(echo), 2);
    after += std::pow(sent.sound.level(), 2);
  }
  CHECK(10 * std::log10(before / (after + 1e-12)) > 20);
}

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
  callbacks.on_played = [&](const SoundBlock& block, LocalTime) {
    played.insert(played.end(), block.begin(), block.end());
  };
  SoundPlayer player({"in", begin}, callbacks);
  for (int i = 0; i < 2000; ++i) {
    now = at(i);
    SoundBlock block;
    fill_test_sound(block, now - block_duration);
    sent.sound.on_block(block, now - block_duration);
    player.pull(block, now, now);
  }
  const auto beeps = beeps_in(played, begin);
  CHECK(beeps.size() >= (loss > 0 ? 18U : 19U));
  for (const LocalTime beep : beeps) {
    const Duration late = beep.time_since_epoch() % 1s;
    CHECK(late > 60ms);
    CHECK(late < 150ms);
  }
  std::optional<Sample> last;
  int rows = 0;
  for (auto row = player.samples().pop(); row; row = player.samples().pop(), ++rows) last = row;
  CHECK(rows >= 195);
  REQUIRE(last);
  CHECK(last->total_samples_received > 19 * samples_per_second);
  CHECK(*last->concealed_samples <= (loss > 0 ? 0.03 : 0.0) * 20 * samples_per_second);
  CHECK(*last->jitter_buffer_target_delay_ms >= 20);
  CHECK_FALSE(last->av_skew_ms);
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

TEST_CASE("The sender's thread encodes what comes, and its rows tell of level and mute") {
  std::atomic<int> packets{0};
  std::atomic<int> loud{0};
  SoundSender sender(
      {"out", monotonic_now(), off}, [] { return SoundSendSettings(); },
      [&](const EncodedSound& packet) {
        ++packets;
        if (packet.below_full_scale < 127) ++loud;
      });
  const auto say_until_row = [&](auto condition) {
    for (int i = 0;; ++i) {
      sender.on_block(tone(i), monotonic_now());
      if (const auto row = sender.samples().pop(); row && condition(*row)) return *row;
      std::this_thread::yield();
    }
  };
  const Sample row = say_until_row([](const Sample& r) { return *r.capture_audio_level > 0.1; });
  CHECK(row.sound_muted == 0.0);
  sender.set_muted(true);
  say_until_row([](const Sample& r) { return r.sound_muted == 1.0 && *r.capture_audio_level == 0; });
  const int before = loud;
  for (int i = 0; i < 40; ++i) sender.on_block(tone(i), monotonic_now());
  say_until_row([](const Sample&) { return true; });
  sender.stop();
  CHECK(loud == before);
  CHECK(packets > loud);
}

}  // namespace evenkeel
