#pragma once

#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "app/sound/microphone.h"

namespace evenkeel {

/// Fills the block whose first sample belongs to that time.
using SoundFill = std::function<void(SoundBlock& block, LocalTime first)>;

/// What is made or read, by the monotonic clock.
class TimedMicrophone final : public Microphone {
 public:
  /// `what`: in words, for the state.
  TimedMicrophone(std::string what, SoundFill fill);
  ~TimedMicrophone() override { stop(); }

  void start(SoundSink sink) override;
  void stop() override { thread_ = {}; }
  SourceState state() const override;
  bool hears_room() const override { return false; }

 private:
  void run(const std::stop_token& stop, const SoundSink& sink);

  const std::string what_;
  const SoundFill fill_;
  std::jthread thread_;
};

/// Nothing is sent, no thread runs, and nothing is to be said of it.
class NoMicrophone final : public Microphone {
 public:
  void start(SoundSink) override {}
  void stop() override {}
  SourceState state() const override { return {SourceState::Kind::running, ""}; }
  bool hears_room() const override { return false; }
};

/// A beep of 1 kHz for 50 ms at each full second of the clock: when the test picture flashes.
void fill_test_sound(SoundBlock& block, LocalTime first);

}  // namespace evenkeel
