#include "core/path/delay_envelope.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace evenkeel {
namespace {

constexpr double bucket_seconds = 2;
constexpr double window_seconds = 180;
constexpr double least_span_seconds = 60;
constexpr double largest_skew = 500e-6;
constexpr double touching_seconds = 1.5e-3;  // the resolution of RFC 8888's arrival times is 1 ms
constexpr int touching_points_per_third = 3;
constexpr double level_seconds = 1.5e-3;

}  // namespace

Duration DelayEnvelope::add(LocalTime sent, Duration relative_delay, std::optional<Duration> round_trip_time) {
  if (!started_) {
    started_ = true;
    first_sent_ = sent;
    first_delay_ = relative_delay;
  }
  // Clocks drift by less in the memory of the confirmation than reports round to.
  const Duration confirmed = confirmation_.add(sent, relative_delay);
  const Point point{to_seconds(sent - first_sent_), to_seconds(confirmed - first_delay_),
                    to_seconds(round_trip_time.value_or(Duration::zero()))};
  const auto bucket = [](const Point& p) { return std::floor(p.time / bucket_seconds); };
  if (minima_.empty() || bucket(point) > bucket(minima_.back())) {
    start_bucket(point);
  } else {
    const double round_trip = std::min(point.round_trip, minima_.back().round_trip);
    if (corrected(point) < corrected(minima_.back())) minima_.back() = point;
    minima_.back().round_trip = round_trip;
  }
  base_ = std::min(base_, corrected(point));
  return std::max(from_seconds(corrected(point) - base_) - (confirmed - relative_delay), Duration::zero());
}

void DelayEnvelope::start_bucket(const Point& first) {
  if (remove_skew_) fit_skew();
  minima_.push_back(first);
  while (minima_.front().time < first.time - window_seconds) minima_.pop_front();
  base_ = corrected(first);
  for (const Point& p : minima_) base_ = std::min(base_, corrected(p));
}

void DelayEnvelope::fit_skew() {
  if (minima_.empty() || minima_.back().time - minima_.front().time < least_span_seconds) return;
  if (!round_trip_is_level()) return;
  std::vector<Point> hull;  // lower convex hull, Andrew's monotone chain
  const auto not_below = [](const Point& a, const Point& b, const Point& c) {
    return (b.time - a.time) * (c.delay - a.delay) - (b.delay - a.delay) * (c.time - a.time) <= 0;
  };
  for (const Point& p : minima_) {
    while (hull.size() >= 2 && not_below(hull[hull.size() - 2], hull.back(), p)) hull.pop_back();
    hull.push_back(p);
  }
  const double middle = (minima_.front().time + minima_.back().time) / 2;
  const auto right = std::find_if(hull.begin() + 1, hull.end(), [&](const Point& p) { return p.time >= middle; });
  const Point& left = *(right - 1);
  const double slope = (right->delay - left.delay) / (right->time - left.time);
  if (std::abs(slope) > largest_skew) return;
  if (touches_every_third(slope, left.delay - slope * left.time)) skew_ = slope;
}

std::size_t DelayEnvelope::third_of(const Point& p) const {
  const double start = minima_.front().time;
  const double third = (minima_.back().time - start) / 3;
  return std::min<std::size_t>(2, static_cast<std::size_t>((p.time - start) / third));
}

bool DelayEnvelope::touches_every_third(double slope, double offset) const {
  std::array<int, 3> touching{};
  for (const Point& p : minima_) {
    if (p.delay - (slope * p.time + offset) < touching_seconds) ++touching[third_of(p)];
  }
  return std::all_of(touching.begin(), touching.end(), [](int n) { return n >= touching_points_per_third; });
}

bool DelayEnvelope::round_trip_is_level() const {
  std::array<double, 3> floor;
  floor.fill(std::numeric_limits<double>::infinity());
  for (const Point& p : minima_) floor[third_of(p)] = std::min(floor[third_of(p)], p.round_trip);
  const auto [least, most] = std::minmax_element(floor.begin(), floor.end());
  return *most - *least < level_seconds;
}

}  // namespace evenkeel
