#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "app/process/detached_task.h"
#include "app/sound/make_sound.h"
#include "app/window/tone_player.h"
#include "gui/backend/call_backend.h"

namespace evenkeel {

/// A device as the window shows it. `ran`: it did so at least once, so that it may come back.
SoundDeviceStatus status_of(const SourceState& state, const std::string& option, bool ran);

/// Why a loudspeaker cannot be tested, in a sentence; empty where it can, or nothing is wrong with the option alone.
std::string untestable(const std::string& speaker);

/// A microphone before a call, for its level alone, and the test of a loudspeaker. Owned by one thread, which it never
/// blocks.
class SoundPreview {
 public:
  ~SoundPreview() { stop(); }

  /// Listens; nullopt ends that. The system's microphone where the text is empty.
  void listen(const std::optional<std::string>& audio);
  /// Plays three notes, which takes a second and a half from when the loudspeaker runs. The system's where the text is
  /// empty. Not into a file, which the notes would replace.
  void play_test(const std::string& speaker, double volume = 1);
  void stop();

  /// Goes on. Returns what is wrong with a loudspeaker that is to be tested, in a sentence; mostly nothing.
  std::string step();
  bool listens() const { return microphone_ != nullptr || making_microphone_.wanted(); }
  /// There is a level, which moves.
  bool hears() const { return microphone_ != nullptr && microphone_->state().kind == SourceState::Kind::running; }
  /// Of what is listened to: the microphone and its level.
  void write(SoundStatus& status) const;

 private:
  struct Made {
    std::unique_ptr<Microphone> microphone;
    std::string message;
  };
  void take_microphone();

  std::string audio_;
  DetachedTask<Made> making_microphone_;
  std::unique_ptr<Microphone> microphone_;
  std::string missing_;  // why there is none
  std::atomic<double> level_{0};
  std::string test_problem_;
  TonePlayer test_;
};

}  // namespace evenkeel
