// "experiments confirm that the effective rate r_e matches the desired rate r_c, regardless the value of k_r" (section
// V.A): it does, up to what is still owed when the run ends, T_s / (k_r T), and a packet.

#include <algorithm>
#include <cmath>

#include "app/bench/emulated_run.h"
#include "app/bench/studies/study.h"

namespace evenkeel::bench {
namespace {

constexpr Duration effective_interval = 20ms;  // of T_s = 10 ms on a kernel with ticks of 10 ms
const DataRate rate = megabits_per_second(100);

SendPlan plan_of(double k_r) {
  SendPlan plan;
  plan.parameters = published_rmc(k_r);
  plan.packet = papers_packet;
  plan.rate = rate;
  plan.duration = 60s;
  plan.resolution = 1ms;
  return plan;
}

/// Relative error in percent from the bytes still owed at the end, which are those of one iteration.
double residue_percent(const SendPlan& plan, double k_r) {
  const double owed = rate.bytes_per_second() * to_seconds(effective_interval) / k_r;
  return 100 * owed / plan.due_bytes(plan.duration);
}

StudyOutcome evaluate() {
  FigureSeries measured{"RMC, 2.6.19 emulated", {}, {}, FigureSeries::Style::points, 0, false};
  FigureSeries theory{"T_s / (k_r T)", {}, {}, FigureSeries::Style::line, 1, true};
  double worst = 0;
  double largest = 0;
  for (double k_r = 0.1; k_r < 1.95; k_r += 0.1) {
    const SendPlan plan = plan_of(k_r);
    const double percent = 100 * run_emulated(plan, Kernel::linux_2_6_19_hz100).relative_error();
    measured.x.push_back(k_r);
    measured.y.push_back(percent);
    theory.x.push_back(k_r);
    theory.y.push_back(residue_percent(plan, k_r));
    worst = std::max(worst, std::abs(percent - theory.y.back()));
    largest = std::max(largest, percent);
  }
  FigurePanel panel;
  panel.x = {"gain k_r", false, 0, 2};
  panel.y = {"relative error over 60 s [%]", false, 0, {}};
  panel.series = {measured, theory};
  panel.limits = {{0.06, "0.06 %"}};
  const Claim matches{"V.A",
                      "the rate matches regardless of k_r, but for what is owed at the end",
                      "T_s/(k_r T) within 0.002 points",
                      "within " + cell(worst, 4) + " points",
                      worst <= 0.002,
                      false,
                      true,
                      "whole packets: one is 0.0002 %, and P/k_r of them wait"};
  const Claim bound{"ours",
                    "the bound of 0.06 %, which the paper has for k_r = 1, holds for every k_r",
                    "below 0.06 % from 0.1 to 1.9",
                    "up to " + cell(largest, 3) + " % (k_r = 0.1)",
                    largest < 0.06,
                    false,
                    false,
                    "the error is what is owed at the end, T_s/(k_r T): below 0.06 % for k_r above 0.56 only"};
  return {{}, {{"gain-residue", "What is still owed at the end of 60 s", {panel}, 1}}, {matches, bound}};
}

}  // namespace

Study gain_study(const BenchOptions&) {
  return {"gain", "Any gain holds the rate (V.A)", {}, [](auto, auto&) { return evaluate(); }};
}

}  // namespace evenkeel::bench
