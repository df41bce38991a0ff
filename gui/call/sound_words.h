#pragma once

#include <QString>

#include "gui/backend/call_backend.h"
#include "gui/call/sound_choice.h"

namespace evenkeel {

// What the call view says of sound, as pure functions.

/// "You are muted · the other side has no sound": what keeps people from hearing each other, the most important first;
/// empty where nothing does, and without a call.
QString sound_words(const CallStatus& status);
/// "You are muted"; empty while this end is not, or has no microphone.
QString muted_words(const SoundStatus& sound);
/// The picture has to go: "Sound only: the connection is too slow for the picture"; otherwise empty.
QString sound_only_words(const SoundStatus& sound);
/// The whole sentence about a device that is missing or lost; otherwise empty.
QString problem_with(const SoundDeviceStatus& device, SoundEnd end);

}  // namespace evenkeel
