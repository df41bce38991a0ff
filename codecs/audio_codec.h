#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/data_rate.h"
#include "core/frames/audio_decoder.h"
#include "core/frames/sound.h"

namespace evenkeel {

/// Turns sound into packets at a target rate. One thread at a time may use it.
class AudioEncoder {
 public:
  virtual ~AudioEncoder() = default;

  /// What encode() takes, in samples: 960 or 1920, for packets of 20 or 40 ms.
  virtual std::size_t packet_samples() const = 0;
  /// The next packet; valid until the next call. Empty where the samples are not packet_samples() or the codec fails.
  virtual std::span<const std::uint8_t> encode(std::span<const std::int16_t> samples) = 0;

  /// Whether that has a copy of the sound before it, for whoever did not get the packet with that.
  virtual bool made_copy() const = 0;

  /// Of the packets without headers, from the next one on.
  virtual void set_target(DataRate media) = 0;
  /// 20 or 40 ms (anything from 30 ms on is 40), from the next packet on.
  virtual void set_packet_duration(Duration duration) = 0;
  /// The share of packets that reports say are lost, 0 to 1: the more, the more bits go into copies of what was before.
  virtual void set_expected_loss(double share) = 0;
};

}  // namespace evenkeel
