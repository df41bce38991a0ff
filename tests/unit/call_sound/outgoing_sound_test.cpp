#include "app/call/outgoing_sound.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "sent_sound.h"

namespace evenkeel {

using namespace test;

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

TEST_CASE("Blocks that are lost show in the numbers of samples, however few") {
  const int lost = GENERATE(2, 5, 19);
  const bool wanted = GENERATE(true, false);
  Sent sent;
  sent.settings.packet_duration = 40ms;
  for (int i = 0; i < 301; ++i) sent.sound.on_block(tone(i), at(i));
  sent.settings.wanted = wanted;
  for (int i = 301 + lost; i < 500; ++i) sent.sound.on_block(tone(i), at(i));
  sent.settings.wanted = true;
  double worst = 0;
  for (int i = 500; i < 600; ++i) {
    const std::size_t before = sent.packets.size();
    sent.sound.on_block(tone(i), at(i));
    if (sent.packets.size() == before) continue;
    worst =
        std::max(worst, std::abs(to_milliseconds(to_duration(sent.packets.back().sample) - (i - 3) * block_duration)));
  }
  CHECK(worst < 3);
}

TEST_CASE("Blocks that come late, as after a stall, are not taken for lost ones") {
  Sent sent;
  for (int i = 0; i < 300; ++i) sent.sound.on_block(tone(i), at(i));
  // Ten come together once the tenth is there, and again and again.
  for (int i = 300; i < 500; ++i) sent.sound.on_block(tone(i), at(i) + (9 - i % 10) * block_duration);
  for (int i = 500; i < 600; ++i) sent.sound.on_block(tone(i), at(i));
  CHECK(sent.packets.back().sample == 598 * 480);
}

TEST_CASE("Nothing of a muted microphone leaves, from the block at which it is muted on") {
  Sent sent(GENERATE(false, true) ? AudioProcessorConfig() : off);
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

}  // namespace evenkeel
