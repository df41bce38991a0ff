#include "gui/store/curve_source.h"

#include <cmath>

#include "gui/store/counter_growth.h"

namespace evenkeel {
namespace {

constexpr std::size_t every_row = std::numeric_limits<std::size_t>::max();
constexpr double least_growth_s = 0.09;  // a row, but for rounding
constexpr Duration reach = std::chrono::milliseconds(1500);

}  // namespace

void CurveSource::values(TimeRange range, std::vector<double>& out) const {
  const TimeRange of_run{range.from - offset, range.to - offset};
  std::vector<CurvePoint> points;
  store->curve(flow, column->member, of_run, every_row, points);
  if (growth) to_growth(points, least_growth_s);
  out.clear();
  out.reserve(points.size());
  const double from_s = to_seconds(of_run.from);
  const double to_s = to_seconds(of_run.to);
  for (const CurvePoint& point : points) {
    const bool inside = point.time_s >= from_s && point.time_s <= to_s;
    if (inside && std::isfinite(point.value)) out.push_back(point.value * scale);
  }
}

std::optional<double> CurveSource::value_at(Duration time, Duration least) const {
  const Duration of_run = time - offset;
  const auto found =
      growth ? growth_at(*store, flow, column->member, of_run, least) : store->last_value(flow, column->member, of_run);
  if (!found || to_seconds(of_run) - found->time_s > to_seconds(reach)) return std::nullopt;
  return found->value * scale;
}

}  // namespace evenkeel
