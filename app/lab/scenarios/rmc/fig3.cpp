// Figs 3 (rmc-short.txt) and 4 (rmc.txt): a sender that spaces packets by sleeping loses the excess of each sleep.

#include <algorithm>

#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/rmc/parts.h"

namespace evenkeel::lab {
namespace {

using namespace rmc_paper;

constexpr int longest = 20;  // ms

bench::SendPlan plan_of(Duration sleep) {
  bench::SendPlan plan;
  plan.loop = "rfc3448";
  plan.packet = bytes(1500);
  plan.rate = plan.packet / sleep;
  plan.duration = 60s;
  return plan;
}

void compute(std::uint64_t, RunWriter& out) {
  Curve curve{"error", {}, {}};
  for (int ms = 1; ms <= longest; ++ms) {
    curve.x.push_back(ms);
    curve.y.push_back(100 * run_emulated(plan_of(ms * 1ms), bench::Kernel::linux_2_6_19_hz1000).relative_error());
  }
  out.curve(curve);
}

/// How much the error grows although it should fall.
double largest_rise(const RunRecord& run) {
  double maximum = value_at(run, "error", longest) - value_at(run, "error", longest);  // 0, if it was measured
  for (int ms = 2; ms <= longest; ++ms) {
    maximum = std::max(maximum, value_at(run, "error", ms) - value_at(run, "error", ms - 1));
  }
  return maximum;
}

Findings judge(const RunRecords& records) {
  const RunRecord& run = records.get("2.6.19_HZ1000");
  const Unit percent{"%", 1, 1};
  FigurePanel panel;
  panel.x = {"sleep between packets [ms]", false, 0, longest + 1};
  panel.y = {"relative error of the rate [%]", false, 0, 60};
  panel.series = {rmc_line(run, "error", "2.6.19 HZ=1000, emulated", 0)};
  return {
      {claim_between({"Figs 3/4", "up to 53 % of the rate is lost as the sleep comes near the timer's 1 ms",
                      "a sleep of 1 ms ends at the second tick: 50 %; the paper's other points are the work between"},
                     value_at(run, "error", 1), 48, 58, percent),
       claim_at_most({"Figs 3/4", "the error falls as the sleep grows: largest rise", ""}, largest_rise(run), 0,
                     percent),
       claim_near({"Figs 3/4", "at 20 ms one tick of 21 is lost", "one tick of 1 ms per sleep"},
                  value_at(run, "error", longest), 100.0 / 21, 0.5, percent)},
      {{"r-fig3-4", "A sleep takes longer than asked for (RMC, Figs 3/4)", {panel}, 1}},
      {}};
}

}  // namespace

Scenario rmc_fig3() {
  return {"R-Fig3-4",
          "RMC, Fig. 3 (rmc-short) and Fig. 4 (rmc)",
          "one packet per sleep: relative rate error up to 53 % as the sleep approaches 1 ms",
          {computed_run("2.6.19_HZ1000", compute)},
          judge};
}

}  // namespace evenkeel::lab
