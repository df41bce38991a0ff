#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/control/rate_controller.h"
#include "core/control/rivals/gcc/overuse_detector.h"

namespace evenkeel::gcc {

/// What the link is believed to carry: the mean of the acknowledged rates at which over-use showed, and how far they
/// scatter. A rate more than three deviations off says that the link is another one now.
class LinkCapacity {
 public:
  /// The acknowledged rate at an over-use.
  void on_overuse(DataRate acknowledged);

  std::optional<DataRate> estimate() const { return estimate_; }
  DataRate lowest() const;   ///< zero without an estimate
  DataRate highest() const;  ///< unlimited without an estimate

  void reset() { *this = LinkCapacity(); }

 private:
  DataRate three_deviations() const;

  std::optional<DataRate> estimate_;
  double deviation_ = 0.4;  // variance over the mean, both counted in kbit/s
};

struct AimdParameters {
  double beta = 0.85;                                ///< a decrease goes to beta times the acknowledged rate
  DataRate margin = kilobits_per_second(5);          ///< and so much less
  double eta = 1.08;                                 ///< growth per second while the link's capacity is unknown
  double headroom = 1.5;                             ///< no growth above headroom times the acknowledged rate
  DataRate headroom_base = kilobits_per_second(10);  ///< and so much more
  Duration response_margin = 100ms;                  ///< response time of the loop less the round trip
};

/// The part of GCC that the delay rules: additive increase, multiplicative decrease.
///     over-use -> Decrease -> Hold;  under-use -> Hold;  normal: Hold -> Increase
/// Increase is multiplicative until an over-use has shown what the link carries, then about half a packet per response
/// time: additive_slope(). All bounds of one step are per second, for reports come at any rate.
class Aimd {
 public:
  enum class State { hold, increase, decrease };

  /// What the reports told since the last update.
  struct Input {
    Usage usage = Usage::normal;
    std::optional<DataRate> acknowledged;
    Duration round_trip_time{};
    LocalTime now{};
  };

  void start(DataRate rate, LocalTime now);
  DataRate update(const Input& input, const RateLimits& limits, const AimdParameters& p);
  /// A probe found the rate, or the reports stayed away.
  void set(DataRate rate) { rate_ = rate; }

  DataRate rate() const { return rate_; }
  State state() const { return state_; }
  const LinkCapacity& link_capacity() const { return link_capacity_; }

 private:
  void increase(const Input& input, const AimdParameters& p);
  void decrease(const Input& input, const AimdParameters& p);
  bool may_decrease(const Input& input) const;

  DataRate rate_;
  State state_ = State::hold;
  LinkCapacity link_capacity_;
  LocalTime updated_{};
  std::optional<LocalTime> decreased_;
};

/// Growth per second near the link's capacity: packet / (2 (rtt + margin)), the packet that of 30 frames per second in
/// packets of at most 1200 bytes; at least 4 kbit/s.
DataRate additive_slope(DataRate rate, Duration round_trip_time, const AimdParameters& p);

/// How long the additive increase needs to make up for a decrease at this rate: the period of the sawtooth.
Duration recovery_time(DataRate rate, Duration round_trip_time, const AimdParameters& p);

}  // namespace evenkeel::gcc
