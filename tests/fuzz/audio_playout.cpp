#include <algorithm>
#include <memory>

#include "codecs/opus_decoder.h"
#include "codecs/stretch/sonic_stretch.h"
#include "core/session/audio_playout.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

// What one input may cost.
constexpr int max_steps = 48;
constexpr int max_pulls = 32;
constexpr int max_resets = 2;

void require_sound(const AudioPlayout& playout) {
  const AudioPlayoutStats& s = playout.stats();
  require(s.concealed_samples >= s.silent_concealed_samples && s.silent_concealed_samples >= 0);
  require(playout.target_delay() >= AudioDelay::min_target && playout.target_delay() <= AudioDelay::max_target + 500ms);
}

}  // namespace

// A step: flags, the blocks that are pulled, a step of the timestamp (packets, or any), and where the flags say so a
// byte of length and a packet, and the same of a copy.
void fuzz(std::span<const std::uint8_t> input) {
  static OpusDecoder decoder;  // static: they are as new after a reset and after each use
  static SonicStretch stretch;
  decoder.reset();
  const auto playout = std::make_unique<AudioPlayout>(decoder, stretch);
  ByteReader reader(input);
  LocalTime now{1h};
  std::uint32_t timestamp = 0;
  SoundBlock block;
  int pulls = 0, resets = 0;
  for (int step = 0; step < max_steps && reader.left() > 0; ++step) {
    const std::uint8_t flags = reader.u8();
    timestamp += flags & 4 ? reader.u32() : 960u * (flags >> 6);
    if (flags & 1) {
      const std::size_t size = reader.u8();
      const auto packet = reader.bytes(std::min(size, reader.left()));
      SoundCopy copy;
      if (flags & 2) copy = {reader.bytes(std::min<std::size_t>(reader.u8(), reader.left())), 960};
      playout->on_packet(timestamp, packet, now, true, copy);
    }
    if (flags & 8) playout->set_extra_delay(Duration(1ms) * reader.u8());
    if (flags & 16) now += Duration(10ms) * reader.u8();
    if (flags & 32 && resets++ < max_resets) playout->reset();
    for (int pull = 0; pull < (flags & 3) && pulls < max_pulls; ++pull, ++pulls, now += 10ms) playout->pull(now, block);
    require_sound(*playout);
  }
}
