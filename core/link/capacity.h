#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/base/data_rate.h"
#include "core/base/time.h"
#include "core/link/mahimahi.h"

namespace evenkeel {

/// From `at` on, the link has this rate.
struct CapacityStep {
  Duration at;
  DataRate rate;
};

/// What a link can pass on, over time: a constant rate, a schedule of rates, or a recorded trace. Times count from the
/// start of the capacity. A rate below zero or not a number counts as zero.
class Capacity {
 public:
  static Capacity constant(DataRate rate) { return schedule({{Duration::zero(), rate}}); }
  /// In any order; the first rate also holds before its time, the last one for ever. No steps: no limit.
  static Capacity schedule(std::vector<CapacityStep> steps);
  static Capacity trace(MahimahiTrace trace) { return Capacity(std::move(trace)); }

  /// When a piece of work ends, and by how much the capacity used until then exceeds it: the rest of a trace's
  /// opportunities of that instant, or the rounding of `at` to whole nanoseconds (then of either sign). The work that
  /// follows without a pause starts with it; a pause loses it.
  struct Completion {
    Duration at;
    double surplus_bits = 0;
  };
  /// For work of so many bits that begins at `from`, which excludes what comes at the instant `from` itself. Nothing if
  /// it would never end, or not within a hundred years.
  std::optional<Completion> serve(Duration from, double bits) const;

  /// What can be served after `from` up to and including `to`. Infinity where the rate is unlimited.
  double bits_between(Duration from, Duration to) const;

  /// The rate at that time, for telemetry and for buffers measured in time; for traces the mean over half a second
  /// before and after.
  DataRate rate_at(Duration t) const;
  /// In order of time; none of a trace.
  std::span<const CapacityStep> steps() const;
  /// A trace, whose rate is only a mean.
  bool is_trace() const { return std::holds_alternative<MahimahiTrace>(what_); }

 private:
  using Schedule = std::vector<CapacityStep>;  // sorted, not empty, rates not negative
  explicit Capacity(std::variant<Schedule, MahimahiTrace> what) : what_(std::move(what)) {}

  std::variant<Schedule, MahimahiTrace> what_;
};

}  // namespace evenkeel
