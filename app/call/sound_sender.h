#pragma once

#include <atomic>
#include <thread>

#include "app/call/outgoing_sound.h"
#include "core/net/realtime.h"
#include "core/net/sample_ring.h"
#include "core/net/wakeup.h"

namespace evenkeel {

/// From the microphone to packets: a thread that takes out echo and noise and encodes, on blocks as they come.
class SoundSender {
 public:
  struct Config {
    FlowName flow;
    LocalTime run_start{};
    AudioProcessorConfig processing{};
    const std::atomic<bool>* nobody_calls = nullptr;  ///< SenderSignals'
  };
  /// Both are called from this thread; `sink` gets what is to be sent.
  SoundSender(const Config& config, OutgoingSound::Settings settings, OutgoingSound::Sink sink);
  ~SoundSender();

  /// From the microphone's thread, one at a time. Blocks that find no room, since this thread does not get to run, are
  /// lost.
  void on_block(const SoundBlock& block, LocalTime captured);
  /// From the loudspeaker's thread, one at a time: see OutgoingSound.
  void on_played(const SoundBlock& block, LocalTime heard);

  // From any thread:
  /// Nothing that is captured until set_muted(false) is sent, nor what waits for this thread as either is called.
  void set_muted(bool muted);
  bool muted() const { return muted_; }
  void set_processing(bool on) { processes_ = on; }
  /// A muted microphone hears speech; false again once it is no longer muted.
  bool spoke_while_muted() const { return spoke_; }
  /// Of what is captured, 0 to 1, for a meter.
  double level() const { return level_; }
  /// Of the thread.
  SchedulingClass scheduling() const { return realtime_.scheduling(); }

  SampleRing& samples() { return samples_; }
  /// Ends the thread; telemetry stays readable. No block may come any more.
  void stop();

 private:
  struct Block {
    SoundBlock samples{};
    LocalTime time{};
  };
  static constexpr std::size_t queue_blocks = 50;  // half a second

  bool rests() const { return config_.nobody_calls != nullptr && *config_.nobody_calls; }
  void run();
  void take_blocks();
  void take_sample();

  const Config config_;
  OutgoingSound outgoing_;
  SpscRing<Block> captured_{queue_blocks};
  SpscRing<Block> played_{queue_blocks};
  SampleRing samples_{sample_ring_size};
  SampleGrid grid_;
  Wakeup wakeup_;
  std::atomic<bool> muted_{false};
  std::atomic<LocalTime> unmuted_{LocalTime::min()};  // what was captured before is silence
  std::atomic<bool> processes_{true};
  std::atomic<bool> spoke_{false};
  std::atomic<double> level_{0};
  RealtimeThread realtime_;
  std::atomic<bool> stop_{false};
  LocalTime last_block_{};  // that the microphone gave
  double row_level_ = 0;    // of its loudest block since the last row
  std::thread thread_;
};

}  // namespace evenkeel
