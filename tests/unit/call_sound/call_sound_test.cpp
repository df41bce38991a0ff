#include "app/call/call_sound.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <thread>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// Plays when the test says so.
class PulledLoudspeaker final : public Loudspeaker {
 public:
  explicit PulledLoudspeaker(SoundPull& pull) : pull_(pull) {}
  void start(SoundPull pull) override { pull_ = std::move(pull); }
  void stop() override { pull_ = nullptr; }
  SourceState state() const override { return {SourceState::Kind::running, "of a test"}; }
  SchedulingClass scheduling() const override { return SchedulingClass::normal; }

 private:
  SoundPull& pull_;
};

/// Hears what the test says.
class FedMicrophone final : public Microphone {
 public:
  explicit FedMicrophone(SoundSink& sink) : sink_(sink) {}
  void start(SoundSink sink) override { sink_ = std::move(sink); }
  void stop() override { sink_ = nullptr; }
  SourceState state() const override { return {SourceState::Kind::running, "of a test"}; }
  bool hears_room() const override { return true; }

 private:
  SoundSink& sink_;
};

int loudest(const SoundBlock& block) {
  int most = 0;
  for (const std::int16_t sample : block) most = std::max(most, std::abs(sample));
  return most;
}

}  // namespace

TEST_CASE("The test of a loudspeaker in a call is heard, and not by the peer, which its echo would reach") {
  SoundPull pull;
  SoundSink sink;
  std::atomic<int> packets{0}, loudest_sent{127};
  SoundSender::Config config{"outgoing"};
  config.processing = {false, true, false, false};  // the echo canceller alone
  SoundSender sender(
      config, [] { return SoundSendSettings{}; },
      [&](const EncodedSound& packet) {
        loudest_sent = std::min<int>(loudest_sent, packet.below_full_scale);
        ++packets;
      });
  SoundPlayer player({"incoming"}, {});
  CallSound sound(std::make_unique<FedMicrophone>(sink), std::make_unique<PulledLoudspeaker>(pull));
  sound.add(&sender, &player);
  sound.start();
  REQUIRE(pull);
  REQUIRE(sink);
  SoundBlock in_air{};
  int block = 0;
  // The room gives back half of what is heard, 10 ms later. Returns the loudest sample that is heard.
  const auto play = [&](int blocks) {
    int most = 0;
    for (const int end = block + blocks; block < end; ++block) {
      const LocalTime now = t0 + block * block_duration;
      SoundBlock echo = std::exchange(in_air, {});
      for (std::int16_t& sample : echo) sample /= 2;
      pull(in_air, now, now + block_duration);
      sink(echo, now);
      while (packets < (block + 1) / 2) std::this_thread::yield();
      most = std::max(most, loudest(in_air));
    }
    return most;
  };
  CHECK(play(50) == 0);
  loudest_sent = 127;
  sound.play_test(1);
  CHECK(play(90) > 5000);
  CHECK(play(10) == 0);      // 0.9 s and no more
  CHECK(loudest_sent > 50);  // the echo itself is 24 dB below full scale
  sound.play_test(0.25);     // as loud as the other side is heard
  const int quieter = play(90);
  CHECK(quieter > 1250);
  CHECK(quieter < 1600);
  sound.stop();
}
