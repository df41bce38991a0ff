#include "app/bench/studies/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/telemetry/percentile.h"

namespace evenkeel::bench {
namespace {

constexpr Duration settle_in = 1s;  // after the load
constexpr double band = 0.05;

double came_in(const SendRun& run, Duration from, Duration to) {
  const auto at = [&](Duration t) { return run.arrivals.bytes_at(t, run.plan.rate_at(t)); };
  return at(to) - at(from);
}

void append_errors(const SendRun& run, Duration from, Duration to, Duration width, std::vector<double>& errors) {
  for (Duration t = from; t + width <= to; t += width) {
    const double due = run.plan.due_bytes(t + width) - run.plan.due_bytes(t);
    if (due > 0) errors.push_back(came_in(run, t, t + width) / due - 1);
  }
}

/// The time when d_c reaches so many bytes.
Duration due_time(const SendPlan& plan, double bytes) {
  Duration from{};
  DataRate rate = plan.rate;
  for (const RateStep& step : plan.steps) {
    const double before = plan.due_bytes(step.at);
    if (before >= bytes) break;
    from = step.at;
    rate = step.rate;
  }
  return from + from_seconds((bytes - plan.due_bytes(from)) / rate.bytes_per_second());
}

}  // namespace

std::vector<double> window_errors(const SendRun& run, Duration width, Windows which) {
  std::vector<double> errors;
  const SendPlan& plan = run.plan;
  const Duration end = plan.duration - 1ns;
  if (plan.busy_processes == 0 || which == Windows::all) {
    append_errors(run, Duration::zero(), end, width, errors);
    return errors;
  }
  append_errors(run, Duration::zero(), std::min(plan.busy_from, end), width, errors);
  append_errors(run, plan.busy_to + settle_in, end, width, errors);
  return errors;
}

std::vector<double> lateness_us(const SendRun& run, Duration from, Duration to) {
  std::vector<double> all;
  double sum = 0;
  for (const Arrival& a : run.arrivals.arrivals()) {
    for (int i = 0; i < a.packets; ++i) {
      sum += static_cast<double>(a.bytes) / a.packets;
      if (a.time >= from && a.time < to) all.push_back(to_seconds(a.time - due_time(run.plan, sum)) * 1e6);
    }
  }
  return all;
}

std::vector<double> intervals_ms(const SendRun& run, Duration from, Duration to) {
  std::vector<double> all;
  const Arrival* last = nullptr;
  for (const Arrival& a : run.arrivals.arrivals()) {
    if (a.time < from || a.time >= to) continue;
    if (last != nullptr) all.push_back(to_milliseconds(a.time - last->time));
    all.insert(all.end(), static_cast<std::size_t>(std::max(a.packets - 1, 0)), 0.0);
    last = &a;
  }
  return all;
}

std::optional<Duration> settling_time(const ArrivalCurve& curve, Duration at, Duration until, DataRate final_rate) {
  const auto arrivals = curve.arrivals();
  std::optional<Duration> settled;
  for (std::size_t i = 1; i < arrivals.size() && arrivals[i].time < until; ++i) {
    if (arrivals[i].time <= at) continue;
    const double rate =
        8 * static_cast<double>(arrivals[i].bytes) / to_seconds(arrivals[i].time - arrivals[i - 1].time);
    const bool inside = std::abs(rate / final_rate.bps() - 1) <= band;
    if (!inside) settled.reset();
    if (inside && !settled) settled = arrivals[i].time - at;
  }
  return settled;
}

RateLine rate_line(const SendRun& run, Duration width) {
  RateLine line;
  for (Duration t{}; t + width <= run.plan.duration; t += width) {
    line.seconds.push_back(to_seconds(t + width / 2));
    line.megabits.push_back(8e-6 * came_in(run, t, t + width) / to_seconds(width));
  }
  return line;
}

}  // namespace evenkeel::bench
