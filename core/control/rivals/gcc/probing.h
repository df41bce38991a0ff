#pragma once

#include <optional>
#include <vector>

#include "core/control/rivals/gcc/probe_cluster.h"
#include "core/path/path_monitor.h"

namespace evenkeel::gcc {

struct ProbingParameters {
  int enabled = 1;
  double first = 3;                ///< times the start rate
  double second = 6;               ///< times the start rate
  double further = 2;              ///< times the last result
  double further_threshold = 0.7;  ///< of the probe's rate: the least result that is followed by another probe
  double limited_factor = 2;       ///< times the target, while the source uses little of it
  Duration limited_interval = 5s;  ///< between such probes
};

/// When to probe, and at which rate. First 3 and 6 times the start rate, one behind the other; then twice the result
/// while that is above 0.7 of the probe's rate; and every 5 s twice the target while the source is limited by itself
/// (ALR), so that the target is known to be there when the source wants it.
///
/// A departure: without padding a probe is a time of raised pacing, see ProbeCluster. It is bounded: at most two
/// clusters are under way, each raises the pacing for at most 200 ms, no more leaves than the encoder gave, and the
/// rates stay at or below the maximum.
class Probing {
 public:
  void start(DataRate start, DataRate maximum, LocalTime now, const ProbingParameters& p);

  void on_sent(const SentPacket& packet);
  /// The largest of the results that this report completes.
  std::optional<DataRate> on_feedback(const PathReport& report, const ProbingParameters& p);
  /// The source uses little of its target; to be told at each report.
  void on_limited_source(DataRate target, LocalTime now, const ProbingParameters& p);
  /// Ends a cluster, begins the next one; true where that changes rate().
  bool on_tick(LocalTime now);
  std::optional<LocalTime> next_tick() const { return tick_; }

  /// The pacing that the cluster being sent wants.
  std::optional<DataRate> rate() const { return sending_ ? std::optional(sending_->rate()) : std::nullopt; }
  /// No cluster is planned, being sent or waited for.
  bool idle() const { return !sending_ && planned_.empty() && awaited_.empty(); }

 private:
  void plan(DataRate rate, LocalTime now);
  std::optional<DataRate> finish(const ProbeCluster& cluster);
  void follow_up(LocalTime now, const ProbingParameters& p);

  DataRate maximum_;
  std::vector<DataRate> planned_;
  std::optional<ProbeCluster> sending_;
  std::vector<ProbeCluster> awaited_;  // sent; results may still come
  std::optional<LocalTime> tick_;
  LocalTime planned_at_{};

  struct Outcome {
    DataRate probed;
    DataRate result;
  };
  std::optional<Outcome> highest_;  // of this series of probes, by the rate probed
};

}  // namespace evenkeel::gcc
