#include "gui/store/step_response.h"

#include <algorithm>
#include <cmath>

#include "gui/store/moving_mean.h"

namespace evenkeel {
namespace {

constexpr double before_s = 1;  ///< y0 is the mean over this time
constexpr double least_observed_s = 1;
constexpr double final_share = 0.2;
constexpr double longest_final_s = 10;
constexpr double band_of_step = 0.05;
constexpr double band_of_final = 0.02;
constexpr double smoothing_s = 0.5;

using Points = std::vector<CurvePoint>;

/// The known values from `from` to before `to`.
Points known_points(std::span<const CurvePoint> curve, double from, double to) {
  Points points;
  points.reserve(curve.size());
  for (const CurvePoint& point : curve)
    if (point.time_s >= from && point.time_s < to && std::isfinite(point.value)) points.push_back(point);
  return points;
}

double mean_from(const Points& points, double from) {
  double sum = 0;
  double count = 0;
  for (const CurvePoint& point : points) {
    if (point.time_s < from) continue;
    sum += point.value;
    ++count;
  }
  return sum / count;
}

/// When the straight line from a to b crosses the level, which lies between them.
double crossing_s(const CurvePoint& a, const CurvePoint& b, double level) {
  if (a.value == b.value) return b.time_s;
  return a.time_s + (b.time_s - a.time_s) * std::clamp((level - a.value) / (b.value - a.value), 0.0, 1.0);
}

/// When the curve first reaches the level from y0, going up (1) or down (-1); `points` begin before it.
std::optional<double> first_reaches_s(const Points& points, double level, double direction) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if ((points[i].value - level) * direction >= 0) return crossing_s(points[i - 1], points[i], level);
  return std::nullopt;
}

std::optional<Duration> rise_time(const Points& points, double initial, double final) {
  const double way = final - initial;
  const double direction = way > 0 ? 1 : -1;
  const auto begin = first_reaches_s(points, initial + 0.1 * way, direction);
  const auto end = first_reaches_s(points, initial + 0.9 * way, direction);
  if (!begin || !end) return std::nullopt;
  return from_seconds(*end - *begin);
}

double overshoot(const Points& points, double initial, double final) {
  const double way = final - initial;
  double most = 0;
  for (const CurvePoint& point : points) most = std::max(most, (point.value - final) / way);
  return most;
}

/// From the first point on; `final_from_s` is the start of the interval over which the final value is averaged.
std::optional<Duration> settling_time(const Points& points, double final, double band, double final_from_s) {
  const auto outside = [&](const CurvePoint& point) { return std::abs(point.value - final) > band; };
  const auto last = std::find_if(points.rbegin(), points.rend(), outside);
  if (last == points.rend()) return Duration::zero();
  if (last == points.rbegin() || last->time_s >= final_from_s) return std::nullopt;
  const CurvePoint& inside = *last.base();
  const double edge = final + (last->value > final ? band : -band);
  return from_seconds(crossing_s(*last, inside, edge) - points.front().time_s);
}

/// Replaces each point by the mean of those within half the smoothing time, so that the variation between rows of 100
/// ms, which contain one picture more or less, does not count.
Points smoothed(std::span<const CurvePoint> points) {
  std::vector<double> times;
  std::vector<double> values;
  times.reserve(points.size());
  values.reserve(points.size());
  for (const CurvePoint& point : points) {
    times.push_back(point.time_s);
    values.push_back(point.value);
  }
  const std::vector<double> means = moving_means<double>(times, values, smoothing_s);
  Points calm;
  calm.reserve(points.size() + 1);
  for (std::size_t i = 0; i < means.size(); ++i) calm.push_back({times[i], means[i]});
  return calm;
}

double furthest_from(const Points& points, double value) {
  const auto nearer = [value](const CurvePoint& a, const CurvePoint& b) {
    return std::abs(a.value - value) < std::abs(b.value - value);
  };
  return std::max_element(points.begin(), points.end(), nearer)->value;
}

}  // namespace

std::optional<StepResponse> measure_step(std::span<const CurvePoint> curve, double step_time_s,
                                         std::optional<double> expected) {
  const Points before = known_points(curve, step_time_s - before_s, step_time_s);
  Points after = known_points(curve, step_time_s, std::numeric_limits<double>::infinity());
  if (before.empty() || after.empty()) return std::nullopt;
  const double observed_s = after.back().time_s - step_time_s;
  if (observed_s < least_observed_s) return std::nullopt;
  const double final_from_s = after.back().time_s - std::min(final_share * observed_s, longest_final_s);

  StepResponse response;
  response.initial = mean_from(before, step_time_s - before_s);
  response.final = mean_from(after, final_from_s);
  response.peak = furthest_from(after, response.final);
  if (expected) response.steady_state_error = response.final - *expected;
  // The curve leaves from y0 when the step happens, though no row may lie there.
  after.insert(after.begin(), {step_time_s, response.initial});
  const double way = std::abs(response.final - response.initial);
  const double min_way = band_of_final * std::abs(response.final);
  if (way > min_way) {
    response.rise_time = rise_time(after, response.initial, response.final);
    response.overshoot = overshoot(after, response.initial, response.final);
  }
  Points calm = smoothed(std::span(after).subspan(1));
  calm.insert(calm.begin(), after.front());
  response.settling_time = settling_time(calm, response.final, std::max(band_of_step * way, min_way), final_from_s);
  return response;
}

}  // namespace evenkeel
