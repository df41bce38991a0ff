#pragma once

#include <algorithm>
#include <cmath>

#include "tests/sound/playout_call.h"

namespace evenkeel::test {

/// A playout with packets of speech, and a clock.
struct Listener {
  OpusDecoder decoder;
  SonicStretch stretch;
  AudioPlayout playout{decoder, stretch};
  SoundBlock block{};
  LocalTime now{1h};
  std::int16_t last = 0;
  double largest = 0;  ///< step between samples
  int silent_blocks = 0;
  std::uint32_t offset = 0;  ///< of timestamps

  void packet(int n) {
    const auto& packets = speech_packets(60, 0);
    playout.on_packet(offset + static_cast<std::uint32_t>(n) * 960,
                      packets[static_cast<std::size_t>(n) % packets.size()], now);
  }
  void pull() {
    playout.pull(now, block);
    bool silent = true;
    for (const std::int16_t sample : block) {
      largest = std::max(largest, std::abs(static_cast<double>(sample) - last));
      last = sample;
      silent = silent && sample == 0;
    }
    silent_blocks = silent ? silent_blocks + 1 : 0;
    now += 10ms;
  }
  void talk(int from, int packets) {
    for (int n = from; n < from + packets; ++n) {
      packet(n);
      pull();
      pull();
    }
  }
};

}  // namespace evenkeel::test
