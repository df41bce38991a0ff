#include <algorithm>
#include <catch2/catch.hpp>

#include "sound_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

// One of 1200 bytes takes 32 ms at 0.3 Mbit/s.
TEST_CASE("On a narrow link pictures go in shorter packets while somebody talks") {
  struct Row {
    double kbps;
    bool talks;
    std::size_t longest;
  };
  const auto row = GENERATE(
      values<Row>({{100, true, 600}, {300, true, 750}, {400, true, 1000}, {1000, true, 1200}, {300, false, 1200}}));
  CAPTURE(row.kbps, row.talks);
  SoundCall sound;
  sound.told->rate = kilobits_per_second(row.kbps);
  sound.talks = row.talks;
  sound.call.frame_size = 500;
  sound.run(1s);  // until the rate is known
  std::size_t longest = 0;
  sound.call.frame_size = 20'000;
  sound.call.loses = [&](auto packet) {
    longest = std::max(longest, packet.size());
    return false;
  };
  sound.run(2s);
  CHECK(longest <= row.longest);
  CHECK(longest > row.longest * 9 / 10);
}

// Before, 3000 bytes of repair left at once where a window had been full, which take 80 ms at 0.3 Mbit/s.
TEST_CASE("While somebody talks and repair fills the gaps, a pacer saves up no more than 20 ms of its rate") {
  SenderConfig config = sender_config();
  config.recovery = RecoveryConfig();
  Negotiated negotiated = with_sound();
  negotiated.features->repair = GENERATE(true, false);
  const auto limit = negotiated.features->repair ? std::optional<Duration>(20ms) : std::nullopt;
  Sender sender(config, std::make_unique<Told>(), make_pacer("rmc"));
  sender.set_negotiated(negotiated);
  sender.start(t0);
  CHECK_FALSE(sender.pacer().idle_limit());
  sender.push_sound(sound_packet(0), t0);
  CHECK(sender.pacer().idle_limit() == limit);
  sender.set_pacer(make_pacer("rmc"), t0);
  CHECK(sender.pacer().idle_limit() == limit);
  sender.push_frame(frame(100, t0 + 2s), t0 + 2s);  // nobody talks any more
  CHECK_FALSE(sender.pacer().idle_limit());
}
