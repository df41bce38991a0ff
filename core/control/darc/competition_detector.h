#pragma once

#include <optional>

#include "core/base/time.h"

namespace evenkeel::darc {

/// Whether somebody else keeps the queue full: the queue stands although we send less than passes through, or longer
/// than our own rate can account for.
///
/// E is the time's worth of traffic that we have yielded, the integral of 1 - x/B, since the queue was short last. Were
/// the queue ours alone it would have fallen by E.
class CompetitionDetector {
 public:
  struct Report {
    LocalTime now{};
    LocalTime newest_sent{};         ///< of the packets in the report
    Duration queue{};                ///< that it met
    Duration threshold{};            ///< a queue of our own making is shorter
    Duration squeezing{};            ///< the queue that counts while we are squeezed, at most the threshold
    bool outage = false;             ///< the delay has jumped: the link stood still
    double yielding = 0;             ///< 1 - x/B, at least 0
    Duration path{};                 ///< D, the round trip without queues
    std::optional<bool> squeezed{};  ///< whether we get well below what the bottleneck has, where that is known
  };

  /// True where somebody is there.
  bool on_report(const Report& report);
  /// The queue falls as we yield, as only our own does.
  bool is_ours() const { return halved_ || we_drain_it(); }
  /// How long the queue has been standing.
  Duration standing(LocalTime now) const { return short_at_ ? now - *short_at_ : Duration::zero(); }
  void reset() { *this = CompetitionDetector(); }

 private:
  void integrate(const Report& report, double dt);
  bool we_drain_it() const;
  bool has_not_yielded_to_us(const Report& report) const;
  bool outlasts_our_packets(const Report& report) const;
  bool is_squeezed_out(const Report& report) const;

  std::optional<LocalTime> updated_;
  std::optional<LocalTime> short_at_;  // t_hi
  double yielded_ = 0;                 // E, s
  double since_peak_ = 0;              // E since the peak, s
  Duration peak_{};
  Duration queue_{};
  bool halved_ = false;  // a deep one, by the last report
  double leak_ = 0;      // s
};

}  // namespace evenkeel::darc
