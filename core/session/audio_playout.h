#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/frames/audio_decoder.h"
#include "core/frames/sound.h"
#include "core/frames/sound_level.h"
#include "core/frames/time_stretch.h"
#include "core/rtp/redundant_sound.h"
#include "core/rtp/sequence_unwrapper.h"
#include "core/session/audio_delay.h"
#include "core/session/audio_packets.h"
#include "core/session/sound_queue.h"

namespace evenkeel {

/// By W3C's names (webrtc-stats, RTCInboundRtpStreamStats) where it has one. Samples are of 48 kHz.
struct AudioPlayoutStats {
  std::int64_t total_samples_received = 0;  ///< played, concealed ones included
  std::int64_t concealed_samples = 0;
  std::int64_t silent_concealed_samples = 0;  ///< of them: faded out entirely
  std::int64_t concealed_speech_samples = 0;  ///< of them: after a packet that was no pause between words
  std::int64_t concealment_events = 0;
  std::int64_t inserted_samples_for_deceleration = 0;
  std::int64_t removed_samples_for_acceleration = 0;
  double jitter_buffer_delay = 0;         ///< seconds, summed over emitted samples
  double jitter_buffer_target_delay = 0;  ///< the same
  std::int64_t jitter_buffer_emitted_count = 0;
  std::int64_t fec_packets_received = 0;  ///< that hold a copy of the sound before them
  std::int64_t packets_discarded = 0;     ///< came too late, or had to make room
  // Without a name there.
  std::int64_t copies_played = 0;     ///< of lost packets
  std::int64_t packets_refused = 0;   ///< no packet of the codec, or of a timestamp far off
  std::int64_t packets_repeated = 0;  ///< had come already
  std::int64_t restarts = 0;          ///< of the timestamps
};

/// The jitter buffer of sound: packets and "give me 10 ms" in, samples out. What a loudspeaker's clock takes and what a
/// microphone's clock sends differ, and the path's delay varies; both is made up for by stretching, up to 15 %, one
/// period of the voice at a time.
///
/// A packet that is late is not missing. Where a queue grows on the way, or nothing is left but what plays now, sound
/// slows down before it would have to be made up; how long it is held then follows the queue, also beyond the target.
///
/// A packet that is missing when its time comes is made from the copy that the next one has, else concealed, fading to
/// silence between 100 and 200 ms. While nothing has come that is to be played after it, it may only be late: then what
/// is concealed makes the delay longer, and no word is left out.
///
/// Nothing that a packet holds makes it stop, grow or click, and nothing is allocated after the construction.
class AudioPlayout {
 public:
  /// Both must outlive it. `start`: how long each source has a start, as AudioDelay has it.
  AudioPlayout(AudioDecoder& decoder, TimeStretch& stretch, Duration start = Duration::zero());

  /// The payload of a packet of one source. Duplicates and any order are allowed. `speech`: no pause between words. A
  /// copy that is not of what is right before the packet, or longer with it than one packet may be, is passed over.
  void on_packet(std::uint32_t rtp_timestamp, std::span<const std::uint8_t> payload, LocalTime arrival,
                 bool speech = true, const SoundCopy& copy = {});
  /// The next 10 ms. Silence before the first packet's time has come.
  void pull(LocalTime now, SoundBlock& out);
  /// Another source begins. Counters go on.
  void reset();

  /// On top of the target delay, for the sake of the picture: 0 to 500 ms.
  void set_extra_delay(Duration extra);
  Duration target_delay() const { return delay_.target() + extra_; }
  /// By how much sound is played later than the quickest packets would allow.
  Duration held() const { return to_duration(static_cast<std::int64_t>(held_)); }
  /// The RTP timestamp of the first sample of the last block; nullopt where it was silence or made up.
  std::optional<std::uint32_t> playing() const { return playing_; }
  const AudioPlayoutStats& stats() const { return stats_; }
  const SoundMeter& meter() const { return meter_; }

 private:
  struct ArrivedSound {
    std::span<const std::uint8_t> payload;
    std::size_t samples = 0;
    LocalTime arrival{};
    bool speech = true;
    SoundCopy copy;
  };
  struct Stray {
    Duration delay{};
    std::uint32_t timestamp = 0;
  };
  Duration delay_of(std::uint32_t rtp_timestamp, LocalTime arrival) const;
  bool is_of_another_time(std::uint32_t rtp_timestamp, LocalTime arrival) const;
  bool begins_anew(std::uint32_t rtp_timestamp, LocalTime arrival);
  void store(std::int64_t timestamp, const ArrivedSound& sound);
  void leave_out_first();
  bool begun(LocalTime now);
  double hold_of(std::int64_t timestamp, LocalTime now) const;
  void produce(LocalTime now);
  void measure(LocalTime now);
  void play_first(LocalTime now);
  void account(const AudioPackets::Packet& packet, LocalTime now);
  std::size_t copied_samples(const AudioPackets::Packet& packet) const;
  std::int64_t copied_part(std::int64_t gap) const;
  void skip_what_was_waited_for(LocalTime now);
  void fill_gap(std::int64_t gap);
  void play_copy();
  void wait();
  void conceal();
  void fade(std::span<std::int16_t> samples, bool real);
  double wanted_hold() const;
  bool runs_dry() const;
  void stretch(LocalTime now);
  bool decode_ahead(LocalTime now);
  void adapt(std::span<const std::int16_t> changed, std::size_t untouched);

  AudioDecoder& decoder_;
  TimeStretch& stretch_;
  AudioPackets packets_;
  AudioDelay delay_;
  SoundQueue queue_;
  SequenceUnwrapper<std::uint32_t> unwrapper_;
  std::optional<Stray> stray_;
  std::optional<std::int64_t> next_;  // timestamp of the first sample that is not in queue_
  double held_ = 0;                   // samples, smoothed
  bool held_is_new_ = true;           // the next measurement is not smoothed
  Duration extra_{};
  double stretch_debt_ = 0;      // samples to be played before the next operation
  std::int64_t concealed_ = 0;   // without anything real since
  std::int64_t waited_for_ = 0;  // of them: what was not yet known to be lost
  double gain_ = 0;              // the first packet fades in
  bool speech_ = true;           // in what was played last
  std::optional<std::uint32_t> playing_;
  AudioPlayoutStats stats_;
  SoundMeter meter_;
};

}  // namespace evenkeel
