#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "core/base/time.h"
#include "core/rtp/sequence_unwrapper.h"
#include "core/session/running_quantile.h"

namespace evenkeel {

struct PlayoutLimits {
  double covered = 0.8;               ///< share of recent frames that the hold is long enough for
  Duration max_for_recovered = 60ms;  ///< that frames which were sent again or repaired add to the hold
};

/// The adaptive jitter buffer, as a rule for when to show a frame: as late as the variation of the path's delay needs
/// and no later. The delay of a frame (arrival of its last packet less its capture, on unrelated clocks) is set against
/// the smallest of the last two seconds; the frame is held for what four fifths of the recent frames (unless set
/// otherwise) had at most above that minimum, at most 250 ms. The hold grows at once and shrinks slowly, so that
/// pictures do not stutter while it adapts.
///
/// Frames of which a piece was sent again or repaired come as late as losses make them, not as the path does: they
/// count only while they are more than 5 % of the frames of the last ten seconds, and add at most 60 ms to the hold.
///
/// A frame takes logarithmic time in the number of frames of two seconds. Timestamps may be anything: one that is more
/// than ten seconds off begins another stream.
class PlayoutDelay {
 public:
  explicit PlayoutDelay(const PlayoutLimits& limits = {}) : limits_(limits) {}

  /// When the frame with this RTP timestamp (90 kHz), complete at `completed`, is to be shown; `completed` itself for a
  /// frame that is late already. Frames that waited for an earlier one may have been complete before it.
  LocalTime show_at(std::uint32_t rtp_timestamp, LocalTime completed, bool recovered = false);

  /// On top of what the path needs, to be in step with sound: 0 to 500 ms. From the next frame on.
  void set_extra_delay(Duration extra) { extra_ = std::clamp<Duration>(extra, 0s, 500ms); }
  /// For how long a frame that the path did not delay is held at present, without set_extra_delay().
  Duration hold() const { return hold_; }

  void set_limits(const PlayoutLimits& limits) { limits_ = limits; }

  /// Forgets the stream, not what was set.
  void reset() {
    const Duration extra = extra_;
    *this = PlayoutDelay(limits_);
    extra_ = extra;
  }

 private:
  struct Observation {
    LocalTime at;
    Duration delay;
    bool recovered;
  };
  struct Counted {
    LocalTime at;
    bool recovered;
  };
  bool jumps(std::uint32_t rtp_timestamp, LocalTime completed) const;
  void restart(std::uint32_t rtp_timestamp, LocalTime completed);
  void observe(const Observation& observation);
  void count(const Observation& observation);
  void forget_old_delays();
  bool recovered_count() const;
  Duration wanted_hold();
  Duration covering_hold(RunningQuantile& delays) const;

  PlayoutLimits limits_;
  SequenceUnwrapper<std::uint32_t> unwrapper_;
  std::optional<Duration> origin_;
  std::deque<Counted> counted_;                   // of ten seconds
  std::size_t recovered_ = 0;                     // of counted_
  std::multimap<LocalTime, Observation> recent_;  // of two seconds
  RunningQuantile delays_;                        // of recent_
  RunningQuantile unrecovered_delays_;            // of those that were not recovered
  Duration base_{};
  Duration hold_{};
  Duration extra_{};
  LocalTime last_{};  // the latest completion
};

}  // namespace evenkeel
