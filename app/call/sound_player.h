#pragma once

#include <atomic>
#include <functional>
#include <span>

#include "codecs/opus_decoder.h"
#include "codecs/stretch/sonic_stretch.h"
#include "core/net/sample_ring.h"
#include "core/session/audio_playout.h"
#include "core/session/av_sync.h"
#include "core/telemetry/row_mean.h"

namespace evenkeel {

/// From packets of sound to the loudspeaker, in step with the picture, on the loudspeaker's thread: it has none of its
/// own, and all but what is said to be for any thread is for the one that pulls.
class SoundPlayer {
 public:
  struct Config {
    FlowName flow;
    LocalTime run_start{};
  };
  /// Called by pull(), in this order; each may be null.
  struct Callbacks {
    std::function<void(SoundPlayer&)> take_packets;  ///< hands over what has come, by on_packet()
    std::function<void(AvSync&, LocalTime)> follow;  ///< tells it of reports and pictures (SyncFollower)
    std::function<std::uint64_t()> discarded;        ///< packets that were refused before they came here
    std::function<bool()> same_clock;                ///< reports are on our clock (to_ntp)
  };
  SoundPlayer(const Config& config, Callbacks callbacks);

  /// The next block for the loudspeaker. `heard`: when its first sample is.
  void pull(SoundBlock& out, LocalTime now, LocalTime heard);

  void on_packet(std::uint32_t rtp_timestamp, std::span<const std::uint8_t> payload, LocalTime arrival,
                 bool speech = true, const SoundCopy& copy = {});
  /// What comes next is of another source; before its first packet.
  void on_new_source();

  /// Nobody pulls for now: what waits is of a call that is over, and no picture is held for it.
  void finish(LocalTime now);

  // From any thread:
  /// 0 to 1, of what is played.
  void set_volume(double volume) { volume_ = volume; }
  /// Something came within the last seconds; a muted microphone sends silence.
  bool receives(LocalTime now) const { return now - last_packet_.load() < 3s; }
  /// Of what was received, before the volume, for a meter.
  double level() const { return level_; }
  SampleRing& samples() { return samples_; }

 private:
  void keep_in_step(LocalTime now, LocalTime heard);
  void apply_volume(SoundBlock& block);
  void measure(std::uint32_t rtp_timestamp, LocalTime heard);
  void take_sample(LocalTime now);

  const Config config_;
  const Callbacks callbacks_;
  OpusDecoder decoder_;
  SonicStretch stretch_;
  AudioPlayout playout_;
  AvSync sync_;
  bool received_ = false;
  std::atomic<double> volume_{1};
  std::atomic<double> level_{0};
  std::atomic<LocalTime> last_packet_{LocalTime() - 1h};
  double applied_volume_ = 1;
  RowMean delay_;         // ms
  double row_level_ = 0;  // of the loudest block since the last row
  SampleRing samples_{sample_ring_size};
  SampleGrid grid_;
};

}  // namespace evenkeel
