#pragma once

#include <memory>
#include <vector>

#include "app/call/sound_player.h"
#include "app/call/sound_sender.h"
#include "app/sound/loudspeaker.h"
#include "app/sound/microphone.h"
#include "app/sound/test_tone.h"

namespace evenkeel {

/// The microphone and the loudspeaker of a run, between the devices and the peers of this process: what is captured
/// goes to all of them, and what the peer that was added last receives is heard; of the others it is taken and heard by
/// nobody, so that their jitter buffers go on. Owned by one thread, which replaces devices in the middle of a call.
class CallSound {
 public:
  /// Either may be null: nothing is sent, or nothing is received.
  CallSound(std::unique_ptr<Microphone> microphone, std::unique_ptr<Loudspeaker> loudspeaker);
  ~CallSound() { stop(); }
  CallSound(const CallSound&) = delete;
  CallSound& operator=(const CallSound&) = delete;

  /// Of a peer; either may be null. Both must outlive it, or the next stop(). Not while it runs.
  void add(SoundSender* sender, SoundPlayer* player);
  /// Somebody is there: opens the devices. Before that nothing is captured.
  void start();
  void stop();
  bool running() const { return running_; }
  /// From the next block on, on top of what is heard and known to the echo cancellers like it.
  void play_test(double volume) { test_.begin(volume); }

  /// Another device, from now on. Not null.
  void replace(std::unique_ptr<Microphone> microphone);
  void replace(std::unique_ptr<Loudspeaker> loudspeaker);

  const Microphone* microphone() const { return microphone_.get(); }
  const Loudspeaker* loudspeaker() const { return loudspeaker_.get(); }
  /// Of the loudspeaker's thread; nullopt if nothing is played.
  std::optional<SchedulingClass> scheduling() const {
    return loudspeaker_ && !players_.empty() ? std::optional(loudspeaker_->scheduling()) : std::nullopt;
  }

 private:
  void start_microphone();
  void start_loudspeaker();
  void pull(SoundBlock& out, LocalTime now, LocalTime heard);

  std::unique_ptr<Microphone> microphone_;
  std::unique_ptr<Loudspeaker> loudspeaker_;
  std::vector<SoundSender*> senders_;
  std::vector<SoundPlayer*> players_;
  TestTone test_;
  bool running_ = false;
};

}  // namespace evenkeel
