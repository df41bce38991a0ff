#include <algorithm>
#include <cmath>

#include "app/bench/studies/measures.h"
#include "app/bench/studies/rate_runs.h"
#include "app/lab/claims/statistics.h"
#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

const DataRate half_gigabit = megabits_per_second(500);
const DataRate papers_highest = megabits_per_second(600);

/// The largest |error| in percent of a loop over the papers' rates; NaN unless a rate at which the papers have their
/// largest errors was run.
double worst_percent(const std::vector<SendRun>& runs, const std::string& loop) {
  double worst = std::nan("");
  const bool enough = std::any_of(runs.begin(), runs.end(), [&](const SendRun& run) {
    return run.plan.loop == loop && run.plan.rate >= half_gigabit && run.plan.rate <= papers_highest;
  });
  if (!enough) return worst;
  for (const SendRun& run : runs) {
    if (run.plan.loop != loop || run.plan.rate > papers_highest || !run.failure.empty()) continue;
    worst = std::fmax(worst, std::abs(100 * run.relative_error()));
  }
  return worst;
}

double megabits(const SendRun* run, Duration from, Duration to) {
  return run == nullptr ? std::nan("") : run->arrivals.counted_rate(from, to).bps() / 1e6;
}

/// Lowest rate of any second from a time on, in Mbit/s.
double lowest_second(const SendRun& run, Duration from) {
  double lowest = std::nan("");
  for (; from + 1s <= run.plan.duration; from += 1s) lowest = std::fmin(lowest, megabits(&run, from, from + 1s));
  return lowest;
}

double largest_of(const std::vector<double>& errors) {
  double maximum = std::nan("");
  for (const double e : errors) maximum = std::fmax(maximum, std::abs(e));
  return maximum;
}

Claim emulated(const std::string& figure, const std::string& statement, const std::string& expected,
               const std::string& measured, bool holds, const std::string& why, bool must_hold = true) {
  return {figure, statement, expected, measured, holds, false, must_hold, why};
}

std::string percent(double value, int decimals) { return cell(value, decimals) + " %"; }

void append_range(std::vector<Claim>& claims, const std::string& statement, double percents, double minimum,
                  double maximum, const std::string& why, bool must_hold = true) {
  if (std::isnan(percents)) return;
  claims.push_back(emulated("Figs 6/7", statement, cell(minimum, 0) + " to " + cell(maximum, 0) + " %",
                            percent(percents, 2), percents > minimum && percents < maximum, why, must_hold));
}

void append_error_claims(const RateRuns& runs, std::vector<Claim>& claims) {
  for (const auto* kernel : {&runs.old_kernel, &runs.newer_kernel}) {
    const double worst = worst_percent(*kernel, "rmc");
    if (std::isnan(worst)) continue;
    claims.push_back(emulated("Figs 6/7", "RMC: error below 0.06 % at every rate, " + kernel->front().machine,
                              "below 0.06 %", percent(worst, 4), worst < 0.06,
                              "what is owed when the run ends: T_s/(k_r T) = 0.033 %, and up to a packet"));
  }
  append_range(claims, "no bursts: error up to 99 %, 2.6.19", worst_percent(runs.old_kernel, "rfc3448"), 98, 100,
               "one packet per 20 ms: 0.6 Mbit/s of 600");
  append_range(
      claims, "no bursts: error up to 90 %, 2.6.28", worst_percent(runs.newer_kernel, "rfc3448"), 88, 92,
      "the paper's own Fig. 9b, 105 and 70 of 500 Mbit/s, is 79 and 86 %, and the model's wake-ups are those of "
      "Fig. 9b",
      false);
  append_range(claims, "bursts: error up to 95 %, 2.6.19", worst_percent(runs.old_kernel, "rfc3448-burst"), 94, 96,
               "bursts of 1 ms, t_g as the loop takes it, each 20 ms, as the timer has it");
  append_range(
      claims, "bursts: error up to 4 %, 2.6.28", worst_percent(runs.newer_kernel, "rfc3448-burst"), 3, 5,
      "the lateness that explains Fig. 9b (90 and 147 us per 1 ms) costs more than 4 %: the two figures cannot "
      "come from the same timer",
      false);
}

void append_explanations(const RateRuns& runs, std::vector<Claim>& claims) {
  if (runs.further.size() != 2 || std::isnan(worst_percent(runs.newer_kernel, "rfc3448-burst"))) return;
  const double at_24 = megabits(&runs.further[0], 0s, 60s);
  const double at_50 = 100 * runs.further[1].relative_error();
  claims.push_back(emulated(
      "Fig. 10b", "bursts: 492 Mbit/s on 2.6.28, if a wake-up and its 42 packets cost 24 us in all (chosen to fit)",
      "488 to 496 Mbit/s", cell(at_24, 1) + " Mbit/s", at_24 > 488 && at_24 < 496,
      "further run: 63 kB each 1.024 ms; 42 system calls alone took longer then, so the paper's loop probably "
      "counts from the beginning of a burst"));
  claims.push_back(
      emulated("Figs 6/7", "bursts: 4 % on 2.6.28, if a wake-up and its packets cost 50 us in all (chosen to fit)",
               "3.5 to 4.5 %", percent(at_50, 2), at_50 > 3.5 && at_50 < 4.5, "further run: 63 kB each 1.05 ms"));
  const double lowest = lowest_second(runs.further[0], 52s);
  claims.push_back(emulated("Fig. 10b", "bursts: dips to 430 Mbit/s after 52 s on 2.6.28", "below 440 Mbit/s",
                            cell(lowest, 1) + " Mbit/s at least", lowest < 440,
                            "the paper names no cause, and nothing of its experiment changes at 52 s", false));
}

void append_time_claims(const RateRuns& runs, std::vector<Claim>& claims) {
  const auto* none_old = runs.find(runs.old_kernel, "rfc3448", half_gigabit);
  const auto* none_newer = runs.find(runs.newer_kernel, "rfc3448", half_gigabit);
  const auto* burst_old = runs.find(runs.old_kernel, "rfc3448-burst", half_gigabit);
  const double old_rate = megabits(none_old, 0s, 60s);
  const double idle = megabits(none_newer, 1s, 20s);
  const double loaded = megabits(none_newer, 21s, 39s);
  const double bursts = megabits(burst_old, 0s, 60s);
  if (none_old == nullptr || none_newer == nullptr || burst_old == nullptr) return;
  claims.push_back(emulated("Fig. 9a", "no bursts: about 1 Mbit/s of 500 on 2.6.19", "0.5 to 1.5 Mbit/s",
                            cell(old_rate, 2) + " Mbit/s", old_rate > 0.5 && old_rate < 1.5,
                            "one packet per 20 ms; 1.2 if it slept for one tick only"));
  claims.push_back(emulated("Fig. 9b", "no bursts: 105 Mbit/s idle, 70 loaded on 2.6.28", "100 to 110, 66 to 74",
                            cell(idle, 1) + " and " + cell(loaded, 1) + " Mbit/s",
                            idle > 100 && idle < 110 && loaded > 66 && loaded < 74,
                            "the model's latenesses were chosen for this figure; it tests nothing but the arithmetic"));
  claims.push_back(emulated("Fig. 10a", "bursts: 25 Mbit/s of 500 on 2.6.19", "24 to 26 Mbit/s",
                            cell(bursts, 2) + " Mbit/s", bursts > 24 && bursts < 26, "1 ms of data each 20 ms"));
}

void append_smoothness(const RateRuns& runs, std::vector<Claim>& claims) {
  for (const auto* kernel : {&runs.old_kernel, &runs.newer_kernel}) {
    const SendRun* run = runs.find(*kernel, "rmc", half_gigabit);
    if (run == nullptr) continue;
    const double worst = largest_of(window_errors(*run, 1s, Windows::all));
    claims.push_back(emulated("Fig. 8", "RMC: smooth at 500 Mbit/s, " + run->machine, "every second within 3 %",
                              percent(100 * worst, 3), worst < 0.03,
                              "T_s of 20 ms in a window of 1 s: an iteration more or less is 2 %"));
  }
}

void append_anchor_claim(const RateRuns& runs, std::vector<Claim>& claims) {
  for (const auto* kernel : {&runs.old_kernel, &runs.newer_kernel}) {
    const double nominal = worst_percent(*kernel, "rfc3448-nominal");
    if (std::isnan(nominal)) continue;
    claims.push_back(emulated("ours",
                              "not in the paper: RFC 3448 as written (nominal times), " + kernel->front().machine,
                              "below 0.3 %", percent(nominal, 3), nominal < 0.3,
                              "the flaw is in Algorithm 1 as the paper has it, which counts from actual times"));
  }
}

Claim native(const std::string& statement, const std::string& expected, const std::string& measured, bool holds,
             const std::string& why) {
  return {"beyond", statement, expected, measured, holds, true, true, why};
}

/// Runs without quiet windows get no claim.
void append_window_claims(const SendRun& run, const std::string& at, std::vector<Claim>& claims) {
  const double worst = largest_of(window_errors(run, 1s, Windows::quiet));
  if (std::isnan(worst)) return;
  claims.push_back(native("RMC" + at + ": each second without load, from a second after it on", "below 0.5 %",
                          percent(100 * worst, 3), worst < 0.005, ""));
  if (run.plan.rate < megabits_per_second(10)) return;
  auto short_errors = window_errors(run, 100ms, Windows::quiet);
  for (double& e : short_errors) e = std::abs(e);
  const double p99 = percentile_of(std::move(short_errors), 0.99);
  claims.push_back(
      native("RMC" + at + ": windows of 100 ms without load, p99", "below 2 %", percent(100 * p99, 3), p99 < 0.02, ""));
}

void append_cost_claims(const RateRuns& runs, const SendRun& rmc, const std::string& at, std::vector<Claim>& claims) {
  if (const SendRun* bare = runs.find(runs.native, "bare", rmc.plan.rate)) {
    const double ratio = rmc.cpu_per_packet() / bare->cpu_per_packet();
    claims.push_back(native("RMC" + at + ": CPU per packet against a bare sendmmsg/GSO loop", "at most 1.3 times",
                            cell(ratio, 2) + " times (" + cell(1e6 * rmc.cpu_per_packet(), 2) + " us)", ratio <= 1.3,
                            "same rate, ticks and system calls"));
  }
  if (const SendRun* iperf = runs.find(runs.native, "iperf3", rmc.plan.rate)) {
    if (rmc.plan.rate < half_gigabit) return;
    const double ratio = rmc.cpu_per_packet() / iperf->cpu_per_packet();
    claims.push_back(native("RMC" + at + ": CPU per packet against iperf3", "less", cell(ratio, 2) + " times",
                            ratio < 1,
                            "one thread against the whole of iperf3, which also wakes its receiver for each packet"));
  }
}

}  // namespace

std::vector<Claim> emulated_rate_claims(const RateRuns& runs) {
  std::vector<Claim> claims;
  append_error_claims(runs, claims);
  append_explanations(runs, claims);
  append_smoothness(runs, claims);
  append_time_claims(runs, claims);
  append_anchor_claim(runs, claims);
  return claims;
}

std::vector<Claim> native_rate_claims(const RateRuns& runs) {
  std::vector<Claim> claims;
  for (const SendRun& run : runs.native) {
    if (run.plan.name() != "rmc" || !run.failure.empty()) continue;
    const std::string at = " at " + format_number(run.plan.rate.bps() / 1e6) + " Mbit/s";
    const double error = std::abs(100 * run.relative_error());
    claims.push_back(native(
        "RMC" + at + ": error over the run", "below 0.06 %, goal 0.01 %", percent(error, 4), error < 0.06,
        "whole packets: one is " +
            percent(100 * static_cast<double>(run.plan.packet.bytes()) / run.plan.due_bytes(run.plan.duration), 4)));
    append_window_claims(run, at, claims);
    append_cost_claims(runs, run, at, claims);
  }
  return claims;
}

}  // namespace evenkeel::bench
