// Figs 11 to 13: the rate falls to a tenth and rises again, against the gain k_r; on the model of 2.6.19, where T_s of
// 10 ms becomes 20.

#include <algorithm>
#include <cmath>

#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/rmc/parts.h"
#include "core/theory/rmc_theory.h"

namespace evenkeel::lab {
namespace {

using namespace rmc_paper;

const std::vector<double> shown_gains{0.2, 0.6, 1.0, 1.4, 1.8};
const std::vector<double> high_rates{100, 500};  // Mbit/s, of Figs 11 and 12
constexpr Duration shown = 500ms;
const std::string emulated = "2.6.19";
const Unit seconds{"s", 3, 1};
const Unit percent{"%", 1, 100};

std::string gain_name(double k_r) { return "k_r = " + cell(k_r, 1); }
std::string rate_name(double megabits) { return cell(megabits, 0) + "Mbps"; }

std::vector<double> gains() {
  std::vector<double> all;
  for (int tenths = 2; tenths <= 18; ++tenths) all.push_back(tenths / 10.0);
  return all;
}

std::string word_of(std::size_t step) { return step == 0 ? "down" : "up"; }

// Figs 11 and 12

RunPlan response_plan(double megabits) {
  return computed_run(rate_name(megabits), [megabits](std::uint64_t, RunWriter& out) {
    Curve overshoot{"overshoot", {}, {}};
    for (const double k_r : gains()) {
      const bench::SendRun run = rmc_steps(k_r, megabits, 2s);
      overshoot.x.push_back(k_r);
      overshoot.y.push_back(rmc_overshoot(run));
      if (std::find(shown_gains.begin(), shown_gains.end(), k_r) == shown_gains.end()) continue;
      for (const std::size_t step : {0u, 1u}) {
        out.curve(rmc_response(word_of(step) + " " + gain_name(k_r), run, step, shown));
      }
    }
    out.curve(overshoot);
  });
}

/// Smallest or largest overshoot of the gains within [from, to].
double overshoot_of(const RunRecord& run, double from, double to, bool minimum) {
  double found = std::nan("");
  for (const double k_r : gains()) {
    if (k_r < from || k_r > to) continue;
    const double value = value_at(run, "overshoot", k_r);
    if (!std::isfinite(value)) return value;
    found = minimum ? std::fmin(found, value) : std::fmax(found, value);
  }
  return found;
}

void append_oscillation(std::vector<Claim>& claims, const RunRecord& run, const std::string& rate) {
  claims.push_back(claim_at_most({"Figs 11/12", "no oscillation for k_r up to 0.9: overshoot, " + rate,
                                  "the pole 1 - k_r is positive; whole packets are up to 1 %"},
                                 overshoot_of(run, 0.2, 0.95, false), 0.01, percent));
  claims.push_back(claim_at_least({"Figs 11/12", "oscillation from k_r = 1.2 on: overshoot, " + rate,
                                   "the pole is negative: 0.9 (k_r - 1) in the first sample after a step up"},
                                  overshoot_of(run, 1.15, 1.85, true), 0.1, percent));
}

FigurePanel response_panel(const RunRecord& run, std::size_t step, double megabits) {
  FigurePanel panel;
  panel.title = cell(megabits, 0) + " and " + cell(megabits / 10, 0) + " Mbit/s";
  panel.x = {"time after the step [s]", false, {}, {}};
  panel.y = {"rate [Mbit/s]", false, 0, {}};
  int color = 0;
  for (const double k_r : shown_gains) {
    FigureSeries line = rmc_line(run, word_of(step) + " " + gain_name(k_r), gain_name(k_r), color++);
    line.style = FigureSeries::Style::steps;
    panel.series.push_back(std::move(line));
  }
  return panel;
}

Figure response_figure(const RunRecords& records, std::size_t step) {
  const std::string number = step == 0 ? "11" : "12";
  const std::string title = step == 0 ? "Step down to a tenth" : "Step up by ten";
  Figure figure{"r-fig" + number, title + ", 2.6.19 emulated (RMC, Fig. " + number + ")", {}, 2};
  for (const double rate : high_rates) {
    figure.panels.push_back(response_panel(records.get(rate_name(rate)), step, rate));
  }
  return figure;
}

Findings judge_responses(const RunRecords& records) {
  Findings findings;
  for (const double rate : high_rates) {
    append_oscillation(findings.claims, records.get(rate_name(rate)), cell(rate, 0) + " Mbit/s");
  }
  findings.figures = {response_figure(records, 0), response_figure(records, 1)};
  return findings;
}

// Fig. 13

constexpr double never = 100;  // s: value in a curve for a step that does not settle

void compute_settling(std::uint64_t, RunWriter& out) {
  Curve curves[] = {{"down", {}, {}}, {"up", {}, {}}};
  for (const double k_r : gains()) {
    const bench::SendRun run = rmc_steps(k_r, 500, 2s);
    for (const std::size_t step : {0u, 1u}) {
      const double time = rmc_settling_time(run, step);
      curves[step].x.push_back(k_r);
      curves[step].y.push_back(std::isfinite(time) ? time : never);
    }
  }
  for (const Curve& curve : curves) out.curve(curve);
}

double predicted(double k_r, std::size_t step) {
  RmcParameters parameters;
  parameters.k_r = k_r;
  const auto samples = rmc_settling_samples(parameters, step == 0 ? 10 : 0.1);
  return samples ? *samples * to_seconds(rmc_interval) : never;
}

double slower_step(const RunRecord& run, double k_r) {
  return std::max(value_at(run, "down", k_r), value_at(run, "up", k_r));
}

/// The faster step of any gain more than 0.35 away from 1; closer to 1 the difference is within a sample.
double next_best(const RunRecord& run) {
  double minimum = std::nan("");
  for (const double k_r : gains()) {
    if (std::abs(k_r - 1) <= 0.35) continue;
    minimum = std::fmin(minimum, std::min(value_at(run, "down", k_r), value_at(run, "up", k_r)));
  }
  return minimum;
}

double worst_deviation(const RunRecord& run) {
  double worst = std::nan("");
  for (const double k_r : gains()) {
    for (const std::size_t step : {0u, 1u}) {
      if (step == 0 && k_r > 1) continue;  // saturates at rate zero, a limit the closed form does not have
      worst = std::fmax(worst, std::abs(value_at(run, word_of(step), k_r) - predicted(k_r, step)));
    }
  }
  return worst;
}

std::vector<Claim> settling_claims(const RunRecord& run) {
  const std::string one = "one sample by the law; the paper's three are of a measuring window that it does not name";
  return {
      claim_between({"Fig. 13", "about 0.5 s at k_r = 0.2, down",
                     "24 samples of 20 ms by the closed form, 0.48 s; where in an iteration the step falls"},
                    value_at(run, "down", 0.2), 0.42, 0.58, seconds),
      claim_at_most({"Fig. 13", "at most about 0.06 s at k_r = 1, down", one}, value_at(run, "down", 1), 0.07, seconds),
      claim_at_most({"Fig. 13", "at most about 0.06 s at k_r = 1, up", one}, value_at(run, "up", 1), 0.07, seconds),
      claim_between({"Fig. 13", "about 0.3 s at k_r = 1.8, up",
                     "13 samples by the closed form, 0.26 s; where in an iteration the step falls"},
                    value_at(run, "up", 1.8), 0.22, 0.34, seconds),
      claim_greater({"Fig. 13", "fastest at k_r = 1: any gain more than 0.35 away against it", "deadbeat"},
                    next_best(run), slower_step(run, 1), seconds),
      claim_at_most({"section IV", "largest distance from ceil(ln(0.05/|ratio - 1|)/ln|1 - k_r|) samples",
                     "a sample: where in an iteration the step falls, and whole packets"},
                    worst_deviation(run), 0.0201, seconds)};
}

FigureSeries theory_line(std::size_t step) {
  FigureSeries series{word_of(step) + ", closed form", {}, {}, FigureSeries::Style::line, static_cast<int>(step), true};
  for (int i = 0; i <= 64; ++i) {
    series.x.push_back(0.2 + 0.025 * i);
    series.y.push_back(predicted(series.x.back(), step));
  }
  return series;
}

Findings judge_settling(const RunRecords& records) {
  const RunRecord& run = records.get(emulated);
  FigurePanel panel;
  panel.x = {"gain k_r", false, 0, 2};
  panel.y = {"5 % settling time [s]", false, 0, {}};
  panel.series = {rmc_line(run, "down", "10:1 down", 0), rmc_line(run, "up", "1:10 up", 1), theory_line(0),
                  theory_line(1)};
  return {settling_claims(run),
          {{"r-fig13", "Settling after a step, T_s = 20 ms, 2.6.19 emulated (RMC, Fig. 13)", {panel}, 1}},
          {}};
}

}  // namespace

Scenario rmc_fig11() {
  Scenario scenario{"R-Fig11-12",
                    "RMC, Figs 11 and 12 (rmc)",
                    "steps of the rate: faster with k_r up to 1, oscillation above",
                    {},
                    judge_responses};
  for (const double rate : high_rates) scenario.runs.push_back(response_plan(rate));
  return scenario;
}

Scenario rmc_fig13() {
  return {"R-Fig13",
          "RMC, Fig. 13 (rmc)",
          "5 % settling time against k_r: 0.5 s at 0.2, 0.06 s at 1, 0.3 s at 1.8",
          {computed_run(emulated, compute_settling)},
          judge_settling};
}

}  // namespace evenkeel::lab
