#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/sound/loudspeaker.h"
#include "app/sound/microphone.h"

namespace evenkeel {

/// What is sent where no --audio is given and this machine has no microphone.
enum class WithoutMicrophone { silence, test_sound };

/// Makes what an --audio option names (parse_microphone); without one, the system's microphone. On failure, which is
/// one of something named, returns null, and `message` is one sentence for the user that says what there is instead. On
/// success `message` is empty, or says what was chosen without an option, or that there is no sound: a microphone that
/// is plugged in later is used then. Blocks for up to two seconds while it looks for devices.
std::unique_ptr<Microphone> make_microphone(const std::optional<std::string>& option, WithoutMicrophone without,
                                            std::string& message);

/// The same for --speaker (parse_loudspeaker). A file is replaced, unless it cannot be written.
std::unique_ptr<Loudspeaker> make_loudspeaker(const std::optional<std::string>& option, std::string& message);

}  // namespace evenkeel
