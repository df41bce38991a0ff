// Constant rates with busy processes for a third of the time (section V.A of rmc.txt, Figs 6/7 and 8 to 10), beyond the
// papers' 600 Mbps, beside further send loops and what a user would pick instead; and what it costs.

#include <algorithm>

#include "app/bench/emulated_run.h"
#include "app/bench/native/native_run.h"
#include "app/bench/studies/rate_runs.h"
#include "core/pacing/pacer_factory.h"

namespace evenkeel::bench {
namespace {

bool is_send_loop(const std::string& name) {
  const auto names = pacer_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_between(DataRate rate, double min_megabits, double max_megabits) {
  return rate >= megabits_per_second(min_megabits) && rate <= megabits_per_second(max_megabits);
}

/// The bare loop is the reference for the cost of a packet between 500 Mbps and 1 Gbps.
bool is_asked(const BenchOptions& options, const std::string& loop, DataRate rate) {
  if (options.brief && loop != "rmc") return is_between(rate, 500, 500);
  return loop != "bare" || !options.loops.empty() || is_between(rate, 500, 1000);
}

std::vector<std::pair<std::string, std::string>> parameters_of(const BenchOptions& options, const std::string& loop) {
  // No anti-windup, as in the papers: a receiver on the same machine needs no protection from bursts.
  std::vector<std::pair<std::string, std::string>> parameters;
  if (loop == "rmc") parameters.emplace_back("B_max", "0s");
  const std::string of = (loop == "bare" ? "rmc" : loop) + ".";  // whose ticks it has
  for (const auto& [key, value] : options.settings) {
    if (key.starts_with(of)) parameters.emplace_back(key.substr(of.size()), value);
  }
  return parameters;
}

SendPlan native_plan(const BenchOptions& options, const std::string& loop, DataRate rate) {
  SendPlan plan;
  plan.loop = loop;
  plan.parameters = parameters_of(options, loop);
  plan.rate = rate;
  plan.packet = options.packet;
  plan.duration = options.duration;
  plan.busy_processes = options.busy_processes;
  plan.busy_from = std::min(options.busy_from, options.duration);
  plan.busy_to = std::min(options.busy_to, options.duration);
  if (options.brief) {
    plan.duration = 4s;
    plan.busy_from = 2s;
    plan.busy_to = 3s;
  }
  plan.realtime = options.realtime && loop != "iperf3";
  plan.spin = options.spin;
  plan.resolution = rate > megabits_per_second(20) ? 50us : 0ns;
  return plan;
}

/// As in calls: does not catch up after waits of more than 50 ms.
SendPlan plan_of_calls(const BenchOptions& options, DataRate rate) {
  SendPlan plan = native_plan(options, "rmc", rate);
  plan.parameters.erase(plan.parameters.begin());
  plan.label = "rmc as in calls";
  return plan;
}

SendPlan emulated_plan(const std::string& loop, DataRate rate) {
  SendPlan plan;
  plan.loop = loop;
  if (loop == "rmc") plan.parameters = published_rmc(1);
  plan.rate = rate;
  plan.packet = papers_packet;
  plan.duration = 60s;
  plan.busy_processes = 5;
  plan.busy_from = 20s;
  plan.busy_to = 40s;
  plan.resolution = 1ms;
  return plan;
}

void emulate(const BenchOptions& options, RateRuns& runs) {
  for (const DataRate rate : rates_of(options)) {
    for (const std::string& loop : loops_of(options)) {
      if (!is_send_loop(loop)) continue;
      const SendPlan plan = emulated_plan(loop, rate);
      runs.old_kernel.push_back(run_emulated(plan, Kernel::linux_2_6_19_hz100));
      runs.newer_kernel.push_back(run_emulated(plan, Kernel::linux_2_6_28_hz100));
    }
  }
  // What the paper's two figures of bursts would need.
  for (const Duration lateness : {24us, 50us}) {
    const SendPlan plan = emulated_plan("rfc3448-burst", megabits_per_second(500));
    const std::string name = "late by " + cell(to_seconds(lateness) * 1e6, 0) + " us";
    runs.further.push_back(run_emulated(plan, slack_sleep(lateness), name, 0us));
  }
}

StudyOutcome evaluate(const BenchOptions& options, std::span<const SendRun> native) {
  RateRuns runs;
  runs.native.assign(native.begin(), native.end());
  emulate(options, runs);
  StudyOutcome outcome{{rate_table(runs), note_table(runs)}, rate_figures(options, runs), emulated_rate_claims(runs)};
  for (Claim& claim : native_rate_claims(runs)) outcome.claims.push_back(std::move(claim));
  return outcome;
}

}  // namespace

const SendRun* RateRuns::find(const std::vector<SendRun>& all, const std::string& loop, DataRate rate) const {
  const auto found = std::find_if(all.begin(), all.end(), [&](const SendRun& run) {
    return run.plan.name() == loop && run.plan.rate == rate && run.failure.empty();
  });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> loops_of(const BenchOptions& options) {
  if (!options.loops.empty()) return options.loops;
  std::vector<std::string> loops{"rmc", "bare"};
  // iperf3 needs iperf3 at the other end, and has one packet size here.
  if (has_iperf3() && !options.to && options.packet == papers_packet) loops.emplace_back("iperf3");
  for (const std::string name : {"rfc3448-nominal", "rfc3448-burst", "token-bucket", "rfc3448"}) loops.push_back(name);
  return loops;
}

std::vector<DataRate> rates_of(const BenchOptions& options) {
  if (!options.rates.empty()) return options.rates;
  std::vector<DataRate> rates;
  for (const double megabits : {1, 10, 100, 200, 400, 500, 600, 1000, 2000}) {
    rates.push_back(megabits_per_second(megabits));
  }
  if (options.brief) rates = {megabits_per_second(10), megabits_per_second(500), megabits_per_second(1000)};
  return rates;
}

// Loop by loop, the most important first, so that stopping the bench early keeps the best part.
Study rate_study(const BenchOptions& options) {
  Study study{"rates", "Constant rates under load (Figs 6 to 10)", {}, {}};
  for (const std::string& loop : loops_of(options)) {
    for (const DataRate rate : rates_of(options)) {
      if (is_asked(options, loop, rate)) study.plans.push_back(native_plan(options, loop, rate));
    }
    if (loop != "rmc" || options.brief) continue;
    for (const DataRate rate : rates_of(options)) {
      if (is_between(rate, 10, 10) || is_between(rate, 500, 500)) study.plans.push_back(plan_of_calls(options, rate));
    }
  }
  study.evaluate = [options](std::span<const SendRun> runs, auto&) { return evaluate(options, runs); };
  return study;
}

}  // namespace evenkeel::bench
