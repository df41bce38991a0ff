#include "gui/store/counter_growth.h"

#include <cmath>

namespace evenkeel {

void to_growth(std::vector<CurvePoint>& curve, double least_s) {
  std::optional<CurvePoint> from;
  double known_s = 0;  // the time of the last known value
  bool absent = false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const CurvePoint point = curve[i];
    if (std::isnan(point.value)) {
      absent = true;
      continue;
    }
    const bool gap = absent && point.time_s - known_s > to_seconds(SampleStore::row_gap);
    const bool begins = !from || gap || point.value < from->value;
    known_s = point.time_s;
    absent = false;
    const double step_s = begins ? least_s : point.time_s - from->time_s;
    if (step_s < least_s) continue;
    curve[kept++] = {point.time_s, begins ? ValueColumn::absent : (point.value - from->value) / step_s};
    from = point;
  }
  curve.resize(kept);
}

std::optional<CurvePoint> growth_at(const SampleStore& store, const FlowName& flow,
                                    std::optional<double> Sample::*counter, Duration time, Duration least) {
  const auto last = store.last_value(flow, counter, time);
  if (!last) return std::nullopt;
  const auto before = store.last_value(flow, counter, from_seconds(last->time_s) - least);
  if (!before || before->value > last->value || before->time_s >= last->time_s) return std::nullopt;
  const double step_s = last->time_s - before->time_s;
  if (step_s > to_seconds(least + SampleStore::row_gap)) return std::nullopt;
  return CurvePoint{last->time_s, (last->value - before->value) / step_s};
}

}  // namespace evenkeel
