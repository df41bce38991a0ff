#pragma once

#include <string>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// A microphone or a loudspeaker of the sound service (PulseAudio, or PipeWire in its place).
struct SoundDevice {
  std::string name;         ///< for mic:NAME and --speaker: the service's own, the same after it was unplugged
  std::string display{};    ///< for people
  bool monitor = false;     ///< of microphones: what a loudspeaker plays
  bool is_default = false;  ///< the system's choice
};

struct SoundDevices {
  std::vector<SoundDevice> microphones;  ///< monitors included, in the end
  std::vector<SoundDevice> loudspeakers;
  std::string error{};  ///< one sentence where they cannot be listed: no service, or it does not answer
};

/// Lists what there is. Returns within the limit.
SoundDevices list_sound_devices(Duration limit = 2s);

/// By its name or by what it is called for people; the name has precedence. Null where there is none.
const SoundDevice* find_sound_device(const std::vector<SoundDevice>& devices, const std::string& name);

/// What is used where none was named: the default, or the first where that is a monitor. Never a monitor; null where
/// there is none.
const SoundDevice* choose_sound_device(const std::vector<SoundDevice>& devices);

/// "'desk', 'headset'", without monitors; empty where there is none.
std::string names_of(const std::vector<SoundDevice>& devices);

}  // namespace evenkeel
