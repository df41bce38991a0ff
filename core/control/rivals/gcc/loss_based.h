#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/path/packet_result.h"
#include "core/path/windowed_extreme.h"

namespace evenkeel::gcc {

struct LossBasedParameters {
  double low = 0.02;     ///< of packets lost, up to which the rate grows
  double high = 0.1;     ///< above which it falls
  double growth = 1.08;  ///< per period
  DataRate growth_base = kilobits_per_second(1);
  Duration period = 1s;   ///< growth counts from the lowest rate within this time
  double cut = 0.5;       ///< falls by this share of the loss
  Duration hold = 300ms;  ///< and a round trip: between two cuts
};

/// The part of GCC that loss rules, in the classic form:
///     loss <= 2 %:  1.08 times the least rate of the last second + 1 kbit/s;  > 10 %:  rate (1 - loss/2);  else held
/// The loss is that of the last 20 packets or more, told in 200 ms or more. Result = min(delay, loss): what the delay
/// allows bounds this rate too, or it would run away while the delay rules.
class LossBased {
 public:
  void start(DataRate rate, LocalTime now, const LossBasedParameters& p);
  void add(const PacketResult& packet);
  /// The rate that is to be sent at.
  DataRate update(DataRate by_delay, Duration round_trip_time, LocalTime now, const LossBasedParameters& p);
  /// A probe found the rate, or the reports stayed away: what was before binds no longer.
  void set(DataRate rate, LocalTime now);

  double fraction_lost() const { return fraction_lost_; }
  DataRate rate() const { return rate_; }

 private:
  bool close_window(LocalTime now);

  DataRate rate_;
  WindowedMinimum<DataRate> least_{1s, 50ms};
  LocalTime window_start_{};
  int packets_ = 0;
  int lost_ = 0;
  double fraction_lost_ = 0;
  std::optional<LocalTime> cut_;
};

}  // namespace evenkeel::gcc
