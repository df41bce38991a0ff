// Steps of the rate, 10:1 down and back up (section V.B of rmc.txt, Figs 11 to 13): how soon the rate follows, against
// k_r and against the closed form.

#include <algorithm>

#include "app/bench/emulated_run.h"
#include "app/bench/studies/measures.h"
#include "app/bench/studies/step_runs.h"
#include "core/theory/rmc_theory.h"

namespace evenkeel::bench {
namespace {

constexpr Duration resolution = 5ms;  // an iteration's packets count as one
constexpr int repeats = 5;            // because one late wake-up delays settling
const DataRate high = megabits_per_second(500);

SendPlan plan_of(double k_r, DataRate first, Duration phase) {
  SendPlan plan;
  plan.packet = papers_packet;
  plan.rate = first;
  plan.parameters = published_rmc(k_r);
  plan.resolution = resolution;
  plan.steps = {{phase, first * 0.1}, {2 * phase, first}};
  plan.duration = 3 * phase;
  return plan;
}

SendPlan native_plan(const BenchOptions& options, double k_r) {
  const Duration phase = options.brief ? 700ms : 1s;
  SendPlan plan = plan_of(k_r, high, phase);
  for (int i = 1; i < repeats && !options.brief; ++i) {
    plan.steps.push_back({plan.duration, plan.steps[0].rate});
    plan.steps.push_back({plan.duration + phase, high});
    plan.duration += 2 * phase;
  }
  plan.packet = options.packet;
  plan.parameters = published_rmc(k_r, step_interval);
  if (options.steps.empty()) return plan;
  plan.rate = options.steps.front().rate;
  plan.steps.assign(options.steps.begin() + 1, options.steps.end());
  plan.duration = options.steps.back().at + (options.brief ? 1s : 5s);
  return plan;
}

std::vector<double> gains_of(const BenchOptions& options) {
  if (!options.gains.empty()) return options.gains;
  if (options.brief) return {0.2, 1.0, 1.8};
  return {0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8};
}

double largest_rate(const SendRun& run, Duration from) {
  const auto arrivals = run.arrivals.arrivals();
  double maximum = 0;
  for (std::size_t i = 1; i < arrivals.size(); ++i) {
    if (arrivals[i].time <= from) continue;
    maximum = std::max(
        maximum, 8 * static_cast<double>(arrivals[i].bytes) / to_seconds(arrivals[i].time - arrivals[i - 1].time));
  }
  return maximum;
}

bool settles_before(const std::optional<Duration>& a, const std::optional<Duration>& b) { return a && (!b || *a < *b); }

/// Each ratio once, with the median of its settling times.
StepResponse medians_of(const StepResponse& all) {
  StepResponse merged{all.k_r, {}, {}, all.overshoot};
  for (const double ratio : all.ratios) {
    if (std::find(merged.ratios.begin(), merged.ratios.end(), ratio) != merged.ratios.end()) continue;
    std::vector<std::optional<Duration>> times;
    for (std::size_t i = 0; i < all.ratios.size(); ++i) {
      if (all.ratios[i] == ratio) times.push_back(all.settled[i]);
    }
    std::sort(times.begin(), times.end(), settles_before);
    merged.ratios.push_back(ratio);
    merged.settled.push_back(times[times.size() / 2]);
  }
  return merged;
}

StudyOutcome evaluate(const BenchOptions& options, std::span<const SendRun> runs) {
  StepResponses responses;
  for (int tenths = 2; tenths <= 18; ++tenths) {
    responses.emulated.push_back(response_of(emulated_steps(tenths / 10.0, high, 2s), tenths / 10.0));
  }
  const std::vector<double> gains = gains_of(options);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].failure.empty()) responses.native.push_back(medians_of(response_of(runs[i], gains[i])));
  }
  return {
      {settling_table(responses)}, step_figures(responses, runs, gains), step_claims(responses, options.steps.empty())};
}

}  // namespace

SendRun emulated_steps(double k_r, DataRate first, Duration phase) {
  return run_emulated(plan_of(k_r, first, phase), Kernel::linux_2_6_19_hz100);
}

StepResponse response_of(const SendRun& run, double k_r) {
  StepResponse response{k_r, {}, {}, 0};
  const auto& steps = run.plan.steps;
  DataRate before = run.plan.rate;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Duration until = i + 1 < steps.size() ? steps[i + 1].at : run.plan.duration;
    response.ratios.push_back(before / steps[i].rate);
    response.settled.push_back(settling_time(run.arrivals, steps[i].at, until, steps[i].rate));
    before = steps[i].rate;
  }
  if (!steps.empty()) response.overshoot = largest_rate(run, steps.back().at) / steps.back().rate.bps() - 1;
  return response;
}

std::optional<Duration> predicted_settling(double k_r, double ratio) {
  RmcParameters parameters;
  parameters.k_r = k_r;
  const auto samples = rmc_settling_samples(parameters, ratio);
  return samples ? std::optional<Duration>(*samples * step_interval) : std::nullopt;
}

Study step_study(const BenchOptions& options) {
  Study study{"steps", "Steps of the rate (Figs 11 to 13)", {}, {}};
  for (const double k_r : gains_of(options)) study.plans.push_back(native_plan(options, k_r));
  study.evaluate = [options](std::span<const SendRun> runs, auto&) { return evaluate(options, runs); };
  return study;
}

}  // namespace evenkeel::bench
