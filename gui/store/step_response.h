#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gui/store/run_data.h"

namespace evenkeel {

/// The figures of a step response, measured on a curve. With y0 the mean over the second before the step and y1 the
/// final value. Where |y1 - y0| is no more than 2 % of |y1|, the curve returned to its former value: then there is no
/// rise and no overshoot, but a peak and a settling time.
struct StepResponse {
  double initial = 0;  ///< y0, in the unit of the curve
  double final = 0;    ///< y1: mean over the last fifth of what was observed after the step, at most 10 s
  /// From 10 % to 90 % of the way from y0 to y1, between rows interpolated; nullopt if there is no rise.
  std::optional<Duration> rise_time;
  /// By how much the curve exceeded y1, as a share of |y1 - y0|; 0 if it did not.
  double overshoot = 0;
  /// From the step until the curve, as a mean over half a second, stays within 5 % of |y1 - y0|, or of 2 % of |y1|
  /// where that is more, around y1; nullopt if it has not settled before the interval over which y1 is averaged.
  std::optional<Duration> settling_time;
  /// y1 minus the expected value; nullopt without one.
  std::optional<double> steady_state_error;
  double peak = 0;  ///< the value after the step that is furthest from y1
};

/// `curve` in the order of time, with gaps; a row at the time of the step counts as after it. `expected`: the final
/// value by theory or by the link. Nullopt without values in the second before the step, or with less than a second of
/// values after it.
std::optional<StepResponse> measure_step(std::span<const CurvePoint> curve, double step_time_s,
                                         std::optional<double> expected);

/// A step of a run, with the responses of the sent rate and of the one-way delay.
struct StepReport {
  Duration at{};
  Duration observed{};                ///< time until the next step or the end
  std::string what;                   ///< "ldcc.T_r = 80 ms", "capacity 2.5 Mbit/s to 1 Mbit/s"
  std::optional<StepResponse> rate;   ///< of sendBitrate, bit/s, against linkCapacity
  std::optional<StepResponse> delay;  ///< of oneWayDelay, ms, against predictedDelay
};

/// The last steps of a flow's run, the newest last: events of the kinds parameter, algorithm and link that concern it,
/// and changes of linkCapacity by more than 5 % between rows, at the row that has the new one. Steps less than half a
/// second apart are one, which begins with the first: a slider that is dragged, a link that follows a trace.
std::vector<StepReport> find_steps(const RunData& run, const FlowName& flow, std::size_t most);

/// The last steps of a live run: measured again only if rows or events were added, or for another flow.
class StepWatch {
 public:
  explicit StepWatch(std::size_t most) : most_(most) {}

  /// As find_steps() gives them; valid until the next call.
  const std::vector<StepReport>& look(const RunData& run, const FlowName& flow);
  /// The number of measurements; for tests.
  std::uint64_t measured() const { return measured_; }

 private:
  std::size_t most_;
  FlowName flow_;
  std::uint64_t store_changes_ = 0;
  std::size_t events_ = 0;
  std::vector<StepReport> reports_;
  std::uint64_t measured_ = 0;
};

}  // namespace evenkeel
