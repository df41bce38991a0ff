#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/time.h"
#include "core/rtp/opus_payload.h"
#include "core/rtp/redundant_sound.h"
#include "core/rtp/rtp_packet.h"
#include "core/rtp/sequence_filter.h"

namespace evenkeel {

/// One packet of sound as it came, on its way to the jitter buffer. It holds its bytes itself, so that it goes from
/// thread to thread without an allocation.
struct ReceivedSound {
  std::uint32_t rtp_timestamp = 0;  ///< 48 kHz, of its first sample
  LocalTime arrival{};              ///< as the kernel stamped it
  bool new_source = false;          ///< what came before is of another one: AudioPlayout::reset()
  /// No pause between words: its sender tells (RFC 6464) of a voice, or of a level above -50 dB, or of no level at all.
  bool speech = true;
  std::size_t size = 0;  ///< of the payload, 1 to max_opus_payload
  std::uint16_t copy_size = 0;
  std::uint16_t copy_age = 0;
  std::array<std::uint8_t, max_opus_payload> bytes{};  ///< of both, the payload first

  std::span<const std::uint8_t> payload() const { return std::span(bytes).first(size); }
  SoundCopy copy() const { return {std::span(bytes).subspan(size, copy_size), copy_age}; }
};

struct AudioReceiveStats {
  std::uint64_t packets = 0;    ///< that came, of the streams of sound
  std::uint64_t lost = 0;       ///< that never came, as far as the numbers of those that did tell
  std::uint64_t discarded = 0;  ///< of packets: no Opus, of a stray number, or more than anybody took in time
};

/// Sound that comes in: packets of one source, in the order in which they come. Duplicates and late ones are left to
/// the jitter buffer, which knows by their timestamps. Allocates once, at construction.
class AudioReceiveStream {
 public:
  /// What may wait to be taken: as much as the jitter buffer holds, 1.28 s.
  static constexpr std::size_t max_waiting = 64;

  /// Another source begins; what waits is of the one before, and nobody's.
  void begin();
  /// With extensions as translate_extensions() leaves them, and a payload of Opus. `sequence`: nullopt for a stray
  /// number.
  void on_packet(const RtpPacketView& packet, const SoundCopy& copy, const std::optional<TrackedSequence>& sequence,
                 LocalTime arrival);
  /// The next one; to be drained after each input.
  std::optional<ReceivedSound> poll();

  const AudioReceiveStats& stats() const { return stats_; }
  /// For a second and more all packets of this source have said that they hold digital silence, which no microphone
  /// gives: it is muted. False where they do not tell their level.
  bool silent() const { return silent_; }
  /// The last packet of this source has said that it holds more than that: it is not muted.
  bool audible() const { return audible_; }

 private:
  void count(const TrackedSequence& sequence);
  void keep(const RtpPacketView& packet, const SoundCopy& copy, LocalTime arrival);
  void note_level(std::optional<std::uint8_t> below_full_scale, LocalTime arrival);

  bool new_source_ = true;  // is to be told with the next packet
  std::optional<std::int64_t> highest_;
  std::int64_t missing_ = 0;  // of this source; below zero where packets came twice
  std::uint64_t lost_before_ = 0;
  std::optional<LocalTime> silent_since_;
  bool silent_ = false;
  bool audible_ = false;
  AudioReceiveStats stats_;
  std::array<ReceivedSound, max_waiting> waiting_{};
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace evenkeel
