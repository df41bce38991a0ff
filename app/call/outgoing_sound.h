#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/call/echo_reference.h"
#include "codecs/audio_processor.h"
#include "codecs/opus_encoder.h"
#include "core/frames/encoded_sound.h"
#include "core/session/sample_clock.h"

namespace evenkeel {

/// What the call wants of the next packet of sound.
struct SoundSendSettings {
  bool wanted = true;  ///< otherwise nothing is encoded: nobody is there, or the peer takes no sound
  DataRate target = kilobits_per_second(32);
  Duration packet_duration = 20ms;
  double expected_loss = 0;  ///< 0 to 1
};

/// From captured blocks to packets, without threads: time is what the blocks say. One thread at a time may use it.
///
/// What is captured while it is muted, and what was collected for a packet as that began, is replaced by silence before
/// it is encoded.
class OutgoingSound {
 public:
  using Settings = std::function<SoundSendSettings()>;  ///< asked before each packet
  using Sink = std::function<void(const EncodedSound&)>;

  OutgoingSound(const AudioProcessorConfig& processing, Settings settings, Sink sink);

  /// `captured`: when its first sample was.
  void on_block(const SoundBlock& block, LocalTime captured);
  /// The block that goes to the loudspeaker, exactly as it goes there. `heard`: its first sample, at the earliest.
  void on_played(const SoundBlock& block, LocalTime heard);

  void set_muted(bool muted);
  /// Whether captured sound is processed: not where no room is heard (Microphone::hears_room).
  void set_processing(bool on) { processes_ = on; }

  /// A muted microphone hears speech; says so until it is no longer muted.
  bool spoke_while_muted() const { return spoke_; }
  /// Of what was captured, after processing; 0 while muted.
  double level() const { return level_; }
  std::optional<double> echo_return_loss_enhancement() const;
  std::int64_t packets() const { return packets_; }

 private:
  void count_pause(LocalTime captured);
  void count_gap(LocalTime captured);
  void process(SoundBlock& block, LocalTime captured);
  void cancel_echo(LocalTime captured);
  void adapt_suppression(LocalTime now);
  void listen_while_muted();
  void hush(SoundBlock& block);
  void collect(const SoundBlock& block);
  void encode();

  AudioProcessorConfig processing_;
  AudioProcessor processor_;
  OpusEncoder encoder_;
  Settings settings_;
  Sink sink_;
  EchoReference reference_;
  SampleClock clock_;  // of the microphone
  std::int64_t sample_ = 0;
  std::optional<LocalTime> last_captured_;
  int late_ = 0;  // blocks in a row
  Duration least_late_{};
  SampleClock played_clock_;
  std::int64_t played_ = 0;
  std::optional<LocalTime> played_since_;
  LocalTime adapted_{};
  bool processes_ = true;
  bool muted_ = false;
  int hushed_ = 0;  // blocks that are silence still
  bool spoke_ = false;
  int speech_ = 0;  // blocks of speech above those without, while muted
  double level_ = 0;
  std::vector<std::int16_t> collected_;
  bool voice_ = false;
  bool wanted_ = false;
  std::int64_t packets_ = 0;
  EncodedSound packet_;
};

}  // namespace evenkeel
