// Figs 7 and 8: four flows with different propagation delays. The paper gives them in a legend that we do not
// have: the wider of ours agrees with its worst case.

#include <algorithm>
#include <array>

#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/ldcc/oracles.h"
#include "app/lab/scenarios/ldcc/parts.h"
#include "app/lab/scenarios/scenario_math.h"
#include "core/base/quantity.h"

namespace evenkeel::lab {
namespace {

using namespace ldcc_paper;

struct Paths {
  std::string name;
  std::array<Duration, 4> delays;
};
const std::vector<Paths> vectors{{"p20-35", {20ms, 25ms, 30ms, 35ms}}, {"p25-75", {25ms, 42ms, 58ms, 75ms}}};
const std::vector<double> capacities{1, 2, 3, 4, 5, 6};  // Mbit/s
const std::vector<std::string> names{"ldcc1", "ldcc2", "ldcc3", "ldcc4"};
constexpr Duration end = 300s;
constexpr Duration steady = 200s;

std::string run_name(const Paths& paths, double capacity) { return paths.name + "_C" + format_number(capacity); }

RunPlan plan_of(const Paths& paths, double capacity) {
  const Duration shared = *std::min_element(paths.delays.begin(), paths.delays.end());
  std::vector<FlowPlan> flows;
  for (std::size_t i = 0; i < names.size(); ++i) {
    flows.push_back(with_access(ldcc_flow(names[i], static_cast<int>(i) * 1s), paths.delays[i] - shared));
  }
  return network_run(run_name(paths, capacity), end, dumbbell(megabits_per_second(capacity), shared, drop_tail(500ms)),
                     flows);
}

/// `quick`: the run of the wider delays with so many Mbit/s.
std::vector<RunPlan> plans(double quick) {
  std::vector<RunPlan> all;
  for (const Paths& paths : vectors) {
    for (const double capacity : capacities) {
      const bool in_quick = &paths == &vectors.back() && capacity == quick;
      const RunPlan plan = plan_of(paths, capacity);
      all.push_back(in_quick ? plan : not_quick(plan));
    }
  }
  return all;
}

LdccShares oracle(const Paths& paths, double capacity) {
  std::vector<LdccFlow> flows;
  for (const Duration delay : paths.delays) flows.push_back({delay, delay});
  return ldcc_delay_mode(flows, megabits_per_second(capacity));
}

/// At 250 kbit/s each, the equilibrium queue is longer than the buffer: there is loss, too.
bool has_delay_mode(const LdccShares& shares) { return shares.queue < 500ms; }

double jain(const RunRecord& run) { return run.jain(names, &Sample::send_bitrate_bps, steady, end); }

std::vector<double> rates(const RunRecord& run) {
  std::vector<double> all;
  for (const std::string& name : names) all.push_back(mean_rate(run, name, steady, end));
  return all;
}
double lowest(const LdccShares& s) { return std::min_element(s.rates.begin(), s.rates.end())->bps(); }
double highest(const LdccShares& s) { return std::max_element(s.rates.begin(), s.rates.end())->bps(); }

std::string case_of(const Paths& paths, double capacity) {
  return paths.name + " ms, " + format_number(capacity) + " Mbit/s";
}

Claim jain_claim(const Paths& paths, double capacity, const RunRecord& run) {
  const LdccShares shares = oracle(paths, capacity);
  const Unit unit{"", 3, 1};
  const std::string what = "Jain's index, " + case_of(paths, capacity);
  if (!has_delay_mode(shares)) {
    return claim_at_least({"Fig. 7", what, "oracle: 1.000 where the queue is full and loss takes part"}, jain(run),
                          0.99, unit);
  }
  return claim_near({"Fig. 7", what, "oracle: eq. 19; rates off by 2 % change it by up to 0.01"}, jain(run),
                    jain_of(shares.rates), 0.01, unit);
}

void append_orders(std::vector<Claim>& claims, const RunRecords& records) {
  const Unit unit{"", 3, 1};
  for (const double capacity : capacities) {
    if (capacity < 2) continue;  // all but equal
    claims.push_back(
        claim_greater({"Fig. 7", "the wider the delays the less fair, " + format_number(capacity) + " Mbit/s", ""},
                      jain(ldcc_run(records, run_name(vectors.front(), capacity))),
                      jain(ldcc_run(records, run_name(vectors.back(), capacity))), unit));
  }
  for (const Paths& paths : vectors) {
    claims.push_back(claim_greater({"Fig. 7", "the less there is the fairer: 2 against 6 Mbit/s, " + paths.name, ""},
                                   jain(ldcc_run(records, run_name(paths, 2))),
                                   jain(ldcc_run(records, run_name(paths, 6))), unit));
  }
}

FigureSeries series_of(const std::string& label, int color, bool dashed) {
  FigureSeries series;
  series.label = label;
  series.style = dashed ? FigureSeries::Style::line : FigureSeries::Style::line_and_points;
  series.color = color;
  series.dashed = dashed;
  return series;
}

void add_point(FigureSeries& series, double capacity, double value) {
  series.x.push_back(capacity / static_cast<double>(names.size()));
  series.y.push_back(value);
}

FigurePanel panel_of(const std::string& y_label) {
  FigurePanel panel;
  panel.x = {"capacity per flow [Mbit/s]", false, 0, {}};
  panel.y = {y_label, false, {}, {}};
  return panel;
}

Figure jain_figure(const RunRecords& records) {
  FigurePanel panel = panel_of("Jain's index");
  int color = 0;
  for (const Paths& paths : vectors) {
    FigureSeries measured = series_of(paths.name + " ms", color, false);
    FigureSeries theory = series_of(paths.name + " ms, eq. 19", color++, true);
    for (const double capacity : capacities) {
      const LdccShares shares = oracle(paths, capacity);
      add_point(measured, capacity, jain(records.get(run_name(paths, capacity))));
      add_point(theory, capacity, has_delay_mode(shares) ? jain_of(shares.rates) : 1);
    }
    panel.series.push_back(std::move(measured));
    panel.series.push_back(std::move(theory));
  }
  return {"l-fig7", "Fairness with different propagation delays (LDCC, Fig. 7)", {panel}, 1};
}

FigurePanel rate_panel(const Paths& paths, const RunRecords& records) {
  FigurePanel panel = panel_of("rate [Mbit/s]");
  panel.title = paths.name + " ms";
  panel.series = {series_of("highest", 0, false), series_of("lowest", 1, false), series_of("highest, eq. 19", 0, true),
                  series_of("lowest, eq. 19", 1, true), series_of("equal shares", 2, true)};
  for (const double capacity : capacities) {
    const std::vector<double> measured = rates(records.get(run_name(paths, capacity)));
    const LdccShares shares = oracle(paths, capacity);
    add_point(panel.series[0], capacity, 1e-6 * max_of(measured));
    add_point(panel.series[1], capacity, 1e-6 * min_of(measured));
    if (has_delay_mode(shares)) {
      add_point(panel.series[2], capacity, 1e-6 * highest(shares));
      add_point(panel.series[3], capacity, 1e-6 * lowest(shares));
    }
    add_point(panel.series[4], capacity, capacity / static_cast<double>(names.size()));
  }
  return panel;
}

Table table_of(const std::string& name, const RunRecords& records) {
  std::vector<SteadySpan> spans;
  for (const Paths& paths : vectors) {
    for (const double capacity : capacities) spans.push_back({run_name(paths, capacity), steady, end, names});
  }
  return steady_table(name, "Four flows with different propagation delays, in equilibrium", records, spans);
}

Findings judge_jain(const RunRecords& records) {
  Findings findings;
  for (const Paths& paths : vectors) {
    for (const double capacity : capacities) {
      findings.claims.push_back(jain_claim(paths, capacity, ldcc_run(records, run_name(paths, capacity))));
    }
  }
  append_orders(findings.claims, records);
  findings.figures = {jain_figure(records)};
  findings.tables = {table_of("l-fig7", records)};
  return findings;
}

void append_extremes(std::vector<Claim>& claims, const Paths& paths, double capacity, const RunRecords& records) {
  const LdccShares shares = oracle(paths, capacity);
  if (!has_delay_mode(shares)) return;
  const std::vector<double> measured = rates(ldcc_run(records, run_name(paths, capacity)));
  const std::string why = "oracle: eq. 19; 1 ms in the delay is 5 % of the rate where the delay is near T_r";
  claims.push_back(claim_near_share({"Fig. 8", "highest rate, " + case_of(paths, capacity), why}, max_of(measured),
                                    highest(shares), 0.05, kilobits));
  claims.push_back(claim_near_share({"Fig. 8", "lowest rate, " + case_of(paths, capacity), why}, min_of(measured),
                                    lowest(shares), 0.05, kilobits));
}

Findings judge_extremes(const RunRecords& records) {
  Findings findings;
  for (const Paths& paths : vectors) {
    for (const double capacity : capacities) append_extremes(findings.claims, paths, capacity, records);
  }
  const double worst = min_of(rates(ldcc_run(records, run_name(vectors.back(), 6))));
  findings.claims.push_back(
      claim_between({"Fig. 8", "where delays differ by three, the slowest flow keeps about half of an equal share",
                     "\"approximately half\"; oracle 53 %"},
                    worst / 1.5e6, 0.45, 0.6, {"%", 0, 100}));
  findings.figures = {{"l-fig8",
                       "Lowest and highest rate of four flows (LDCC, Fig. 8)",
                       {rate_panel(vectors[0], records), rate_panel(vectors[1], records)},
                       2}};
  findings.tables = {table_of("l-fig8", records)};
  return findings;
}

}  // namespace

Scenario ldcc_fig7() {
  return {"L-Fig7", "LDCC, Fig. 7 (section V-B)",
          "four flows with different delays: fairness falls with their spread and rises as capacity falls", plans(3),
          judge_jain};
}

Scenario ldcc_fig8() {
  return {"L-Fig8", "LDCC, Fig. 8 (section V-B)",
          "four flows with different delays: none starves, the slowest keeps about half of its share at worst",
          plans(6), judge_extremes};
}

}  // namespace evenkeel::lab
