// Steps of the rate, 10:1 down and back up (section V.B of rmc.txt, Figs 11 to 13): how soon the rate follows, against
// k_r and against the closed form.

#include <algorithm>
#include <cmath>

#include "app/bench/emulated_run.h"
#include "app/bench/studies/measures.h"
#include "app/bench/studies/study.h"
#include "core/pacing/rmc_theory.h"

namespace evenkeel::bench {
namespace {

constexpr Duration interval = 20ms;   // what T_s = 10 ms became on the papers' kernel; here it is asked for
constexpr Duration resolution = 5ms;  // an iteration's packets count as one
const DataRate high = megabits_per_second(500);
const DataRate lower_high = megabits_per_second(100);

/// The curves of Figs 11 and 12 show five gains of the list.
constexpr std::array shown_gains{0.2, 0.6, 1.0, 1.4, 1.8};

struct Settling {
  double k_r = 0;
  std::vector<double> seconds;  ///< one per step; not-a-number where it does not settle
};

SendPlan plan_of(const BenchOptions& options, double k_r, DataRate first, Duration phase) {
  SendPlan plan;
  plan.packet = options.packet;
  plan.rate = first;
  plan.parameters = published_rmc(k_r);
  plan.resolution = resolution;
  plan.steps = {{phase, first * 0.1}, {2 * phase, first}};
  plan.duration = 3 * phase;
  return plan;
}

SendPlan native_plan(const BenchOptions& options, double k_r) {
  SendPlan plan = plan_of(options, k_r, high, options.brief ? 700ms : 1500ms);
  plan.parameters = published_rmc(k_r, interval);
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

Settling settling_of(const SendRun& run, double k_r) {
  Settling settling{k_r, {}};
  const auto& steps = run.plan.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Duration until = i + 1 < steps.size() ? steps[i + 1].at : run.plan.duration;
    const auto time = settling_time(run.arrivals, steps[i].at, until, steps[i].rate);
    settling.seconds.push_back(time ? to_seconds(*time) : std::nan(""));
  }
  return settling;
}

/// n samples of the law.
double predicted_seconds(double k_r, double ratio) {
  RmcParameters parameters;
  parameters.k_r = k_r;
  const auto samples = rmc_settling_samples(parameters, ratio);
  return samples ? *samples * to_seconds(interval) : std::nan("");
}

FigureSeries series_of(const std::string& label, const std::vector<Settling>& all, std::size_t step, int color) {
  FigureSeries series{label, {}, {}, FigureSeries::Style::line_and_points, color, false};
  for (const Settling& s : all) {
    if (step >= s.seconds.size()) continue;
    series.x.push_back(s.k_r);
    series.y.push_back(s.seconds[step]);
  }
  return series;
}

FigureSeries theory_of(const std::string& label, double ratio, int color) {
  FigureSeries series{label, {}, {}, FigureSeries::Style::line, color, true};
  for (double k_r = 0.2; k_r < 1.825; k_r += 0.05) {
    series.x.push_back(k_r);
    series.y.push_back(predicted_seconds(k_r, ratio));
  }
  return series;
}

Figure settling_figure(const std::vector<Settling>& emulated, const std::vector<Settling>& native) {
  FigurePanel panel;
  panel.x = {"gain k_r", false, 0, 2};
  panel.y = {"5 % settling time [s]", false, 0, {}};
  panel.series = {series_of("down, 2.6.19 emulated", emulated, 0, 0),
                  series_of("up, 2.6.19 emulated", emulated, 1, 1),
                  series_of("down, this machine", native, 0, 2),
                  series_of("up, this machine", native, 1, 3),
                  theory_of("down, closed form", 10, 0),
                  theory_of("up, closed form", 0.1, 1)};
  return {"figure-13-settling", "Settling after a 10:1 step, T_s = 20 ms (RMC, Fig. 13)", {panel}, 1};
}

/// What an iteration sends counts for the time since the one before: steps from there on.
FigureSeries response(const SendRun& run, double k_r, Duration from, Duration to) {
  FigureSeries series{"k_r = " + cell(k_r, 1), {}, {}, FigureSeries::Style::steps, {}, false};
  const auto arrivals = run.arrivals.arrivals();
  for (std::size_t i = 1; i < arrivals.size(); ++i) {
    if (arrivals[i].time < from || arrivals[i].time > to) continue;
    series.x.push_back(to_seconds(arrivals[i - 1].time - from));
    series.y.push_back(8e-6 * static_cast<double>(arrivals[i].bytes) /
                       to_seconds(arrivals[i].time - arrivals[i - 1].time));
  }
  return series;
}

FigurePanel response_panel(const BenchOptions& options, DataRate first, std::size_t step, const std::string& title) {
  FigurePanel panel;
  panel.title = title;
  panel.x = {"time after the step [s]", false, {}, {}};
  panel.y = {"rate [Mbit/s]", false, 0, {}};
  for (const double k_r : shown_gains) {
    const SendRun run = run_emulated(plan_of(options, k_r, first, 2s), Kernel::linux_2_6_19_hz100);
    const Duration at = run.plan.steps[step].at;
    panel.series.push_back(response(run, k_r, at, at + 500ms));
  }
  return panel;
}

Figure response_figure(const BenchOptions& options, std::size_t step) {
  const std::string number = step == 0 ? "11" : "12";
  const std::string title = step == 0 ? "Step down to a tenth" : "Step up by ten";
  const std::string name = "figure-" + number + (step == 0 ? "-step-down" : "-step-up");
  return {name,
          title + ", 2.6.19 emulated (RMC, Fig. " + number + ")",
          {response_panel(options, lower_high, step, "100 and 10 Mbit/s"),
           response_panel(options, high, step, "500 and 50 Mbit/s")},
          2};
}

Figure native_figure(std::span<const SendRun> runs, const std::vector<double>& gains) {
  FigurePanel panel;
  panel.x = {"time [s]", false, {}, {}};
  panel.y = {"rate [Mbit/s]", false, 0, {}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool shown = runs.size() <= shown_gains.size() ||
                       std::find_if(shown_gains.begin(), shown_gains.end(),
                                    [&](double g) { return std::abs(g - gains[i]) < 1e-9; }) != shown_gains.end();
    if (!shown) continue;
    FigureSeries series = response(runs[i], gains[i], Duration::zero(), runs[i].plan.duration);
    panel.series.push_back(std::move(series));
  }
  return {"steps-this-machine", "Steps of the rate on this machine, T_s = 20 ms", {panel}, 1};
}

/// The settling time at the gain nearest to k_r.
double at_gain(const std::vector<Settling>& all, double k_r, std::size_t step) {
  const auto nearest = std::min_element(all.begin(), all.end(), [&](const Settling& a, const Settling& b) {
    return std::abs(a.k_r - k_r) < std::abs(b.k_r - k_r);
  });
  if (nearest == all.end() || std::abs(nearest->k_r - k_r) > 1e-9 || step >= nearest->seconds.size()) {
    return std::nan("");
  }
  return nearest->seconds[step];
}

Claim range_claim(const std::string& statement, double value, double least, double most, bool native,
                  const std::string& why) {
  return {"Fig. 13",
          statement,
          cell(least, 2) + " to " + cell(most, 2) + " s",
          cell(value, 3) + " s",
          value >= least && value <= most,
          native,
          true,
          why};
}

void append_shape_claims(std::vector<Claim>& claims, const std::vector<Settling>& all, bool native) {
  const std::string where = native ? ", this machine" : ", emulated";
  const double slow = at_gain(all, 0.2, 0);
  const double best = std::max(at_gain(all, 1.0, 0), at_gain(all, 1.0, 1));
  const double over = at_gain(all, 1.8, 1);
  if (std::isfinite(slow)) {
    claims.push_back(
        range_claim("about 0.5 s at k_r = 0.2, down" + where, slow, 0.42, 0.58, native,
                    "24 samples of 20 ms by the closed form, 0.48 s; where in an iteration the step falls"));
  }
  if (std::isfinite(best)) {
    claims.push_back(range_claim("about 0.06 s at k_r = 1" + where, best, 0.02, 0.08, native,
                                 "one sample by the law and where in an iteration the step falls: up to two; the "
                                 "paper's third is its way of measuring"));
  }
  if (std::isfinite(over)) {
    claims.push_back(range_claim("about 0.3 s at k_r = 1.8, up" + where, over, 0.22, 0.34, native,
                                 "13 samples by the closed form, 0.26 s; where in an iteration the step falls"));
  }
  if (std::isfinite(slow) && std::isfinite(best) && std::isfinite(over)) {
    claims.push_back({"Fig. 13", "fastest at k_r = 1, slower on both sides" + where, "least of all gains",
                      cell(best, 3) + " s against " + cell(slow, 3) + " and " + cell(over, 3) + " s",
                      best < slow && best < over, native, true, "deadbeat: the pole 1 - k_r is 0"});
  }
}

Claim closed_form_claim(const std::vector<Settling>& emulated) {
  double worst = 0;
  for (const Settling& s : emulated) {
    // Above 1 a step down saturates at nothing sent, and the closed form knows no such limit.
    if (s.k_r <= 1) worst = std::max(worst, std::abs(s.seconds[0] - predicted_seconds(s.k_r, 10)));
    worst = std::max(worst, std::abs(s.seconds[1] - predicted_seconds(s.k_r, 0.1)));
  }
  return {"Fig. 13",
          "settling as the closed form ceil(ln(0.05/|ratio-1|)/ln|1-k_r|) says",
          "within a sample (20 ms)",
          "within " + cell(1000 * worst, 0) + " ms",
          worst <= 0.0201,
          false,
          true,
          "where in an iteration the step falls, and whole packets"};
}

Claim overshoot_claim(const BenchOptions& options) {
  double below = 0;
  double above = 0;
  for (const double k_r : {0.6, 1.4}) {
    const SendRun run = run_emulated(plan_of(options, k_r, high, 2s), Kernel::linux_2_6_19_hz100);
    const auto line = response(run, k_r, run.plan.steps[1].at, run.plan.duration);
    (k_r < 1 ? below : above) = *std::max_element(line.y.begin(), line.y.end()) / (1e-6 * high.bps()) - 1;
  }
  return {"Figs 11/12",
          "faster with k_r up to 1, oscillating above",
          "overshoot below 1 % at k_r = 0.6, above 20 % at 1.4",
          cell(100 * below, 1) + " % and " + cell(100 * above, 1) + " %",
          below < 0.01 && above > 0.2,
          false,
          true,
          "the pole 1 - k_r is negative above 1: (1 - 0.1) * 0.4 = 36 % in the second sample"};
}

StudyOutcome evaluate(const BenchOptions& options, std::span<const SendRun> runs) {
  std::vector<Settling> emulated;
  for (double k_r = 0.2; k_r < 1.85; k_r += 0.1) {
    emulated.push_back(settling_of(run_emulated(plan_of(options, k_r, high, 2s), Kernel::linux_2_6_19_hz100), k_r));
  }
  const std::vector<double> gains = gains_of(options);
  std::vector<Settling> native;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].failure.empty()) native.push_back(settling_of(runs[i], gains[i]));
  }
  StudyOutcome outcome;
  outcome.figures = {response_figure(options, 0), response_figure(options, 1), settling_figure(emulated, native),
                     native_figure(runs, gains)};
  append_shape_claims(outcome.claims, emulated, false);
  outcome.claims.push_back(closed_form_claim(emulated));
  outcome.claims.push_back(overshoot_claim(options));
  if (options.steps.empty()) append_shape_claims(outcome.claims, native, true);
  Table table{"settling",
              "5 % settling time [s] after steps, T_s = 20 ms",
              {"k_r", "step", "this machine [s]", "2.6.19 emulated [s]", "closed form [s]"},
              {}};
  for (const Settling& s : emulated) {
    for (std::size_t step = 0; step < s.seconds.size(); ++step) {
      table.rows.push_back({cell(s.k_r, 1), step == 0 ? "10:1" : "1:10", cell(at_gain(native, s.k_r, step), 3),
                            cell(s.seconds[step], 3), cell(predicted_seconds(s.k_r, step == 0 ? 10 : 0.1), 3)});
    }
  }
  outcome.tables = {table};
  return outcome;
}

}  // namespace

Study step_study(const BenchOptions& options) {
  Study study{"steps", "Steps of the rate (Figs 11 to 13)", {}, {}};
  for (const double k_r : gains_of(options)) study.plans.push_back(native_plan(options, k_r));
  study.evaluate = [options](std::span<const SendRun> runs) { return evaluate(options, runs); };
  return study;
}

}  // namespace evenkeel::bench
