#include "app/call/sound_sender.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "core/net/clock.h"
#include "sent_sound.h"

namespace evenkeel {

using namespace test;

TEST_CASE("The sender's thread encodes what comes, and its rows have level and mute") {
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
  say_until_row([](const Sample& r) { return *r.capture_audio_level > 0.1; });
  sender.set_muted(true);
  say_until_row([](const Sample& r) { return *r.capture_audio_level == 0; });
  const int before = loud;
  for (int i = 0; i < 40; ++i) sender.on_block(tone(i), monotonic_now());
  say_until_row([](const Sample&) { return true; });
  CHECK(loud == before);
  CHECK(packets > loud);

  // What was said while it was muted does not come once it is not, however late the thread comes to it.
  const LocalTime while_muted = monotonic_now();
  sender.set_muted(false);
  for (int i = 0; i < 20; ++i) sender.on_block(tone(i), while_muted);
  say_until_row([&](const Sample&) { return loud > before; });
  sender.stop();
}

}  // namespace evenkeel
