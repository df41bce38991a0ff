#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/base/data_rate.h"
#include "core/control/rate_controller.h"
#include "core/control/rivals/scream/scream_parameters.h"

namespace evenkeel {

/// An estimate of rtp_queue_size, which the controller does not see: what an encoder that follows its target has put
/// out beyond what was sent, while the window held packets back. Without a full window nothing waits for long.
class ScreamSendBacklog {
 public:
  void on_interval(DataRate target, DataRate sent, Duration interval, bool window_full) {
    const double seconds = to_seconds(interval);
    const double bits = bits_ + (target - sent).bps() * seconds;
    // The Sender itself lowers the encoder's target while packets wait: more than a second of them do not.
    bits_ = window_full ? std::clamp(bits, 0.0, target.bps()) : 0;
  }

  double bits() const { return bits_; }

  void reset() { bits_ = 0; }

 private:
  double bits_ = 0;
};

/// What the media rate control decides on, measured over the last RATE_ADJUST_INTERVAL.
struct ScreamMediaFacts {
  DataRate transmitted;     ///< rate_transmit
  DataRate acknowledged;    ///< rate_ack
  double queued_bits = 0;   ///< rtp_queue_size, as believed
  double trend = 0;         ///< qdelay_trend
  double trend_memory = 0;  ///< qdelay_trend_mem
  bool fast_increase = true;
};

/// The media rate control of RFC 8298, section 4.1.3. Readings of what it leaves open:
/// * Outside fast increase delta_rate_t is a whole current_rate_t and not a change: taken as printed. What limits the
///   growth is RAMP_UP_SPEED, rate_media_limit_t and the scaling by the RTP queue's delay, as in fast increase.
/// * current_rate_t, which rate_media_limit_t needs always, is computed always.
/// * rate_media, the encoder's output, is not seen: rate_transmit stands for it. Its median is over 12.8 s; before a
///   second was measured there is no limit, and in an interval without any packet no change.
/// * target_bitrate_last_max is noted at losses, at marks, and where the trend ends fast increase.
class ScreamMediaRate {
 public:
  void start(DataRate target);
  /// The rate as it is now is the point of inflection.
  void note_congestion() { last_max_ = target_; }
  /// A loss or a mark.
  void reduce(double factor, const RateLimits& limits);
  /// The loss of the last reduce() was none.
  void restore(const RateLimits& limits) { target_ = limits.clamp(std::max(target_, std::exchange(before_loss_, {}))); }
  void to_minimum(const RateLimits& limits);
  /// To be called every RATE_ADJUST_INTERVAL.
  void adjust(const ScreamV1Parameters& parameters, const ScreamMediaFacts& facts, const RateLimits& limits);

  DataRate target() const { return target_; }

 private:
  double scale() const;
  void step(const ScreamV1Parameters& parameters, const ScreamMediaFacts& facts);
  void note_media(DataRate rate);
  DataRate median() const;

  DataRate target_;
  DataRate last_max_;
  DataRate before_loss_;
  std::array<double, 64> media_{};  // bit/s; a ring
  std::size_t measured_ = 0;
};

}  // namespace evenkeel
