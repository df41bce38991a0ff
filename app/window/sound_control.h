#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/call/call_run.h"
#include "app/process/detached_task.h"
#include "gui/backend/call_backend.h"

namespace evenkeel {

/// The sound of a call as the window steers and shows it: other devices are looked for in threads of their own. Owned
/// by the call's thread.
class SoundControl {
 public:
  void begin(CallRun& run, double volume);
  /// As an option has it; empty: the system's.
  void choose_microphone(const std::string& audio);
  void choose_loudspeaker(const std::string& speaker);
  /// Goes on. Returns a sentence about a device that was chosen and cannot be used; mostly nothing.
  std::string step(CallRun& run);
  void write(CallRun& run, SoundStatus& status);

 private:
  template <class Device>
  struct Made {
    std::unique_ptr<Device> device;
    std::string message;
  };
  template <class Device>
  static std::string take(DetachedTask<Made<Device>>& task, CallRun& run);
  SoundStatus::Peer peer_of(CallRun& run);
  bool tells_speech(CallRun& run);

  std::string audio_, speaker_;
  bool speaker_failed_ = false;  // so that it may be chosen again
  DetachedTask<Made<Microphone>> microphone_;
  DetachedTask<Made<Loudspeaker>> loudspeaker_;
  bool microphone_ran_ = false, loudspeaker_ran_ = false;
  std::optional<LocalTime> in_call_since_, spoke_at_;
};

}  // namespace evenkeel
