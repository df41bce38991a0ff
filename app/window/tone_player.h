#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/process/detached_task.h"
#include "app/sound/make_sound.h"
#include "app/sound/tone_fade.h"
#include "core/frames/sound.h"

namespace evenkeel {

/// Plays a sound outside calls, on a loudspeaker that it looks for, opens and closes. Owned by one thread, which it
/// never blocks.
class TonePlayer {
 public:
  /// Writes the next 10 ms, on the loudspeaker's thread.
  using Tone = std::function<void(SoundBlock&)>;

  ~TonePlayer() { close(); }

  enum class Missing { is_told, systems_is_used };

  /// Begins when the loudspeaker runs. `speaker`: as for --speaker; nullopt: the system's. `missing`: what happens
  /// where that is not there. Nothing happens where something is played already, unless it is fading.
  void play(std::optional<std::string> speaker, Tone tone, std::optional<Duration> length = std::nullopt,
            Missing missing = Missing::is_told);
  /// What is heard fades; the loudspeaker is closed by a later step(), once it has played that.
  void stop();
  /// It is stopped, and not yet closed: play() begins afresh.
  bool fades() const { return fade_ && fade_->begun(); }
  bool plays() const { return loudspeaker_ || making_.wanted(); }

  /// Goes on. Returns in a sentence why nothing can be heard; mostly nothing.
  std::string step();

 private:
  struct Made {
    std::unique_ptr<Loudspeaker> loudspeaker;
    std::string message;
  };
  std::string take();
  void close();

  Tone tone_;
  std::optional<Duration> length_;
  DetachedTask<Made> making_;
  std::unique_ptr<Loudspeaker> loudspeaker_;
  std::unique_ptr<ToneFade> fade_;
  std::atomic<bool> sounds_{false};
  std::optional<LocalTime> ends_;  ///< the sound, or the patience with a loudspeaker that does not start
};

}  // namespace evenkeel
