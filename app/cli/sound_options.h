#pragma once

#include <string>

#include "core/base/parsed.h"

namespace evenkeel {

/// What the sound of a microphone goes through before it is sent: --audio-processing.
struct SoundProcessing {
  bool high_pass = true;
  bool echo_canceller = true;
  bool noise_suppression = true;
  bool automatic_gain = true;

  bool operator==(const SoundProcessing&) const = default;
};

/// `all`, `none`, or some of `high-pass`, `echo`, `noise`, `gain` with commas between them.
Parsed<SoundProcessing> parse_sound_processing(const std::string& text);

/// The text that parse_sound_processing() takes.
std::string to_string(const SoundProcessing& processing);

/// --ring: a loudspeaker, or none. An empty string, or what is wrong in a sentence.
std::string check_ring(const std::string& text);

}  // namespace evenkeel
