#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/time.h"
#include "core/rtp/sequence_unwrapper.h"

namespace evenkeel {

/// The adaptive jitter buffer, as a rule for when to show a frame: as late as the variation of the path's delay needs
/// and no later. The delay of a frame (arrival of its last packet less its capture, on unrelated clocks) is set against
/// the smallest of the last seconds; the frame is held for what nearly all recent frames had above that minimum, at
/// most 250 ms. The hold grows at once and shrinks slowly, so that pictures do not stutter while it adapts.
class PlayoutDelay {
 public:
  /// When the frame with this RTP timestamp (90 kHz), complete at `completed`, is to be shown; `completed` itself for a
  /// frame that is late already.
  LocalTime show_at(std::uint32_t rtp_timestamp, LocalTime completed);

  /// For how long a frame without extra delay is held at present.
  Duration hold() const { return hold_; }

  void reset() { *this = PlayoutDelay(); }

 private:
  struct Observation {
    LocalTime at;
    Duration delay;
  };
  void forget(LocalTime now);
  Duration wanted_hold() const;

  SequenceUnwrapper<std::uint32_t> unwrapper_;
  std::optional<Duration> origin_;
  std::deque<Observation> observations_;
  Duration base_{};
  Duration hold_{};
  LocalTime last_{};
};

}  // namespace evenkeel
