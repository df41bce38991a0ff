#include "app/lab/scenarios/rmc/parts.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity.h"

namespace evenkeel::lab::rmc_paper {
namespace {

constexpr DataSize packet = bytes(1500);
constexpr double band = 0.05;

double iteration_rate(std::span<const bench::Arrival> arrivals, std::size_t i) {
  return 8 * static_cast<double>(arrivals[i].bytes) / to_seconds(arrivals[i].time - arrivals[i - 1].time);
}

Duration end_of(const bench::SendPlan& plan, std::size_t step) {
  return step + 1 < plan.steps.size() ? plan.steps[step + 1].at : plan.duration;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> published_rmc(double k_r) {
  return {{"k_r", cell(k_r, 3)}, {"T_s_min", "10ms"}, {"b", "0"}, {"B_max", "0s"}};
}

bench::SendPlan rmc_constant_rate(const std::string& loop, double megabits) {
  bench::SendPlan plan;
  plan.loop = loop;
  if (loop == "rmc") plan.parameters = published_rmc(1);
  plan.rate = megabits_per_second(megabits);
  plan.packet = packet;
  plan.duration = 60s;
  plan.busy_processes = 5;
  plan.busy_from = 20s;
  plan.busy_to = 40s;
  plan.resolution = 1ms;
  return plan;
}

bench::SendRun rmc_steps(double k_r, double megabits, Duration phase) {
  bench::SendPlan plan;
  plan.parameters = published_rmc(k_r);
  plan.rate = megabits_per_second(megabits);
  plan.packet = packet;
  plan.steps = {{phase, plan.rate * 0.1}, {2 * phase, plan.rate}};
  plan.duration = 3 * phase;
  plan.resolution = 5ms;  // an iteration's packets count as one
  return run_emulated(plan, bench::Kernel::linux_2_6_19_hz100);
}

double rmc_settling_time(const bench::SendRun& run, std::size_t step) {
  const bench::RateStep& wanted = run.plan.steps[step];
  const Duration until = end_of(run.plan, step);
  const auto arrivals = run.arrivals.arrivals();
  double settled = std::nan("");
  for (std::size_t i = 1; i < arrivals.size() && arrivals[i].time < until; ++i) {
    if (arrivals[i].time <= wanted.at) continue;
    const bool inside = std::abs(iteration_rate(arrivals, i) / wanted.rate.bps() - 1) <= band;
    if (!inside) settled = std::nan("");
    if (inside && std::isnan(settled)) settled = to_seconds(arrivals[i].time - wanted.at);
  }
  return settled;
}

double rmc_overshoot(const bench::SendRun& run) {
  const bench::RateStep& last = run.plan.steps.back();
  const auto arrivals = run.arrivals.arrivals();
  double maximum = 0;
  for (std::size_t i = 1; i < arrivals.size(); ++i) {
    if (arrivals[i].time > last.at) maximum = std::max(maximum, iteration_rate(arrivals, i));
  }
  return maximum / last.rate.bps() - 1;
}

Curve rmc_response(const std::string& name, const bench::SendRun& run, std::size_t step, Duration shown) {
  Curve curve{name, {}, {}};
  const Duration from = run.plan.steps[step].at;
  const auto arrivals = run.arrivals.arrivals();
  for (std::size_t i = 1; i < arrivals.size(); ++i) {
    if (arrivals[i].time < from || arrivals[i].time > from + shown) continue;
    curve.x.push_back(to_seconds(arrivals[i - 1].time - from));
    curve.y.push_back(1e-6 * iteration_rate(arrivals, i));
  }
  return curve;
}

FigureSeries rmc_line(const RunRecord& run, const std::string& name, const std::string& label, int color) {
  FigureSeries series;
  series.label = label;
  series.color = color;
  if (const Curve* curve = run.curve(name)) {
    series.x = curve->x;
    series.y = curve->y;
  }
  return series;
}

double value_at(const RunRecord& run, const std::string& name, double x) {
  const Curve* curve = run.curve(name);
  if (curve == nullptr) return std::nan("");
  for (std::size_t i = 0; i < curve->x.size(); ++i) {
    if (std::abs(curve->x[i] - x) < 1e-6 * std::max(1.0, std::abs(x))) return curve->y[i];
  }
  return std::nan("");
}

double largest_of(const RunRecord& run, const std::string& name) {
  const Curve* curve = run.curve(name);
  double maximum = std::nan("");
  if (curve == nullptr) return maximum;
  for (const double y : curve->y) maximum = std::fmax(maximum, std::abs(y));
  return maximum;
}

}  // namespace evenkeel::lab::rmc_paper
