#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/call/call_run.h"
#include "app/process/detached_task.h"
#include "app/window/preparation.h"
#include "gui/backend/call_backend.h"

namespace evenkeel {

/// The sound of a call as the window steers and shows it: other devices are looked for in threads of their own. Owned
/// by the call's thread.
class SoundControl {
 public:
  void begin(CallRun& run, double volume, const MissingDevices& missing);
  /// As an option has it; empty: the system's.
  void choose_microphone(const std::string& audio);
  void choose_loudspeaker(const std::string& speaker);
  /// Plays three notes on what plays the call, which knows them from what the microphone hears. Returns a sentence
  /// where that cannot be heard.
  std::string test_loudspeaker(CallRun& run, double volume) const;
  /// Goes on. Returns a sentence about a device that was chosen and cannot be used; mostly nothing.
  std::string step(CallRun& run);
  void write(CallRun& run, SoundStatus& status);

 private:
  template <class Device>
  struct Made {
    std::unique_ptr<Device> device;
    std::string message;
  };
  std::string take_microphone(CallRun& run);
  std::string take_loudspeaker(CallRun& run);
  bool tells_speech(CallRun& run);

  std::string audio_, speaker_;                // what is used
  std::string chosen_audio_, chosen_speaker_;  // what is looked for
  DetachedTask<Made<Microphone>> microphone_;
  DetachedTask<Made<Loudspeaker>> loudspeaker_;
  bool microphone_ran_ = false, loudspeaker_ran_ = false;
  std::optional<LocalTime> spoke_at_;
};

}  // namespace evenkeel
