// Figs 13 and 14: one flow of LDCC, of NADA as of 2013 and of the simplified GCC each. The paper does not give R_MAX of
// NADA, on which its delay depends: 5 Mbit/s agree with its figure, 3 Mbit/s are shown beside it.

#include <algorithm>
#include <cmath>

#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/ldcc/parts.h"
#include "core/base/quantity.h"
#include "core/theory/ldcc_theory.h"

namespace evenkeel::lab {
namespace {

using namespace ldcc_paper;

struct Rival {
  std::string name;
  std::string words;
  std::string controller;
  double r_max;  ///< of NADA, Mbit/s; 0: none
};
const Rival ldcc{"ldcc", "LDCC", "ldcc", 0};
const Rival nada{"nada5", "NADA (2013), R_MAX 5 Mbit/s", "nada-2013", 5};
const Rival lower_nada{"nada3", "NADA (2013), R_MAX 3 Mbit/s", "nada-2013", 3};
const Rival gcc{"gcc", "simplified GCC", "gcc-simple", 0};

const std::vector<double> capacities{0.5, 0.75, 1, 1.5, 2, 2.5, 3};  // Mbit/s
constexpr Duration propagation = 25ms;
constexpr Duration end = 200s;
constexpr Duration steady = 100s;  // ten periods of the simplified GCC
const DataSize packet = bytes(1000);

FlowPlan flow_of(const Rival& rival) {
  FlowPlan flow = media_flow(rival.name, rival.controller);
  media_of(flow).chosen = false;  // the comparison would lose its point
  if (rival.r_max > 0) media_of(flow).settings.emplace_back("nada-2013.r_max", format_number(rival.r_max) + "Mbps");
  return flow;
}

RunPlan plan_of(const std::string& name, const Rival& rival, double capacity, Duration duration) {
  return network_run(name, duration, dumbbell(megabits_per_second(capacity), propagation, drop_tail(2s)),
                     {flow_of(rival)});
}

std::string run_name(const Rival& rival, double capacity) { return rival.name + "_C" + format_number(capacity); }

std::vector<RunPlan> plans() {
  std::vector<RunPlan> all;
  for (const double capacity : capacities) {
    const bool quick = capacity == 0.5 || capacity == 2;
    for (const Rival* rival : {&ldcc, &nada, &lower_nada, &gcc}) {
      const RunPlan plan = plan_of(run_name(*rival, capacity), *rival, capacity, end);
      all.push_back(quick && rival != &lower_nada ? plan : not_quick(plan));
    }
  }
  return all;
}

/// One-way delay in ms without the propagation delay.
double self_inflicted(const RunRecords& records, const Rival& rival, double capacity) {
  return mean_delay(records.get(run_name(rival, capacity)), rival.name, steady, end) - to_milliseconds(propagation);
}

double ldcc_theory(double capacity) {
  const auto delay = ldcc_equilibrium_delay({}, megabits_per_second(capacity), propagation);
  return delay ? to_milliseconds(*delay - propagation) : std::nan("");
}

/// OWD = R_MAX OWD_min / R. The smallest delay that a flow can see has its packet's time on the link in it.
double nada_theory(const Rival& rival, double capacity) {
  const double minimum = to_milliseconds(propagation + packet / megabits_per_second(capacity));
  return minimum * std::max(1.0, rival.r_max / capacity) - to_milliseconds(propagation);
}

std::string at(double capacity) { return " at " + format_number(capacity) + " Mbit/s"; }

void append_forms(std::vector<Claim>& claims, const RunRecords& records, double capacity) {
  claims.push_back(
      claim_near({"Fig. 13", "LDCC's self-inflicted delay" + at(capacity), "oracle: eq. 19; 3 ms are asked for"},
                 self_inflicted(records, ldcc, capacity), ldcc_theory(capacity), 3, milliseconds));
  for (const Rival* rival : {&nada, &lower_nada}) {
    const double theory = nada_theory(*rival, capacity);
    claims.push_back(claim_near({"Fig. 13", rival->words + ": (R_MAX/R - 1) OWD_min" + at(capacity),
                                 "the paper's \"approximately\": 5 %, or 3 ms"},
                                self_inflicted(records, *rival, capacity), theory, std::max(3.0, 0.05 * theory),
                                milliseconds));
  }
}

void append_order(std::vector<Claim>& claims, const RunRecords& records, double capacity) {
  const double of_ldcc = self_inflicted(records, ldcc, capacity);
  const double of_nada = self_inflicted(records, nada, capacity);
  const double of_gcc = self_inflicted(records, gcc, capacity);
  claims.push_back(claim_greater({"Fig. 13", "LDCC has more delay than the simplified GCC" + at(capacity), ""}, of_ldcc,
                                 of_gcc, milliseconds));
  claims.push_back(claim_greater({"Fig. 13", "NADA has more delay than the simplified GCC" + at(capacity), ""}, of_nada,
                                 of_gcc, milliseconds));
  const bool nada_above = nada_theory(nada, capacity) > ldcc_theory(capacity);
  const std::string why = "by the closed forms they cross between 1 and 1.5 Mbit/s";
  if (nada_above) {
    claims.push_back(claim_greater({"Fig. 13", "NADA has more delay than LDCC" + at(capacity), why}, of_nada, of_ldcc,
                                   milliseconds));
  } else {
    claims.push_back(claim_greater({"Fig. 13", "LDCC has more delay than NADA" + at(capacity), why}, of_ldcc, of_nada,
                                   milliseconds));
  }
}

void append_shape(std::vector<Claim>& claims, const RunRecords& records) {
  const auto growth = [&](const Rival& rival) {
    return self_inflicted(records, rival, capacities.front()) / self_inflicted(records, rival, capacities.back());
  };
  const Unit times{"times", 2, 1};
  claims.push_back(claim_at_most({"Fig. 13", "LDCC's delay varies little: at 0.5 against 3 Mbit/s", "oracle 158/84"},
                                 growth(ldcc), 2, times));
  claims.push_back(claim_at_least(
      {"Fig. 13", "NADA's grows as 1/C: at 0.5 against 3 Mbit/s", "at least as OWD_min R_MAX/C, 6 times"}, growth(nada),
      6, times));
}

FigureSeries line_of(const Rival& rival, int color, const RunRecords& records) {
  FigureSeries series{rival.words, {}, {}, FigureSeries::Style::line_and_points, color, false};
  for (const double capacity : capacities) {
    series.x.push_back(capacity);
    series.y.push_back(self_inflicted(records, rival, capacity));
  }
  return series;
}

template <class Theory>
FigureSeries theory_line(const std::string& label, int color, Theory theory) {
  FigureSeries series{label, {}, {}, FigureSeries::Style::line, color, true};
  for (double capacity = 0.5; capacity <= 3.001; capacity += 0.05) {
    series.x.push_back(capacity);
    series.y.push_back(theory(capacity));
  }
  return series;
}

Figure delay_figure(const RunRecords& records) {
  FigurePanel panel;
  panel.x = {"capacity [Mbit/s]", false, 0, {}};
  panel.y = {"self-inflicted delay, mean [ms]", false, 0, {}};
  panel.series = {line_of(ldcc, 0, records),
                  line_of(nada, 1, records),
                  line_of(lower_nada, 2, records),
                  line_of(gcc, 3, records),
                  theory_line("eq. 19", 0, ldcc_theory),
                  theory_line("R_MAX OWD_min / C", 1, [](double c) { return nada_theory(nada, c); }),
                  theory_line("the same, 3 Mbit/s", 2, [](double c) { return nada_theory(lower_nada, c); })};
  return {"l-fig13", "Delay that a flow alone makes (LDCC, Fig. 13)", {panel}, 1};
}

Findings judge_delays(const RunRecords& records) {
  Findings findings;
  std::vector<SteadySpan> spans;
  for (const double capacity : capacities) {
    append_order(findings.claims, records, capacity);
    append_forms(findings.claims, records, capacity);
    for (const Rival* rival : {&ldcc, &nada, &lower_nada, &gcc}) {
      spans.push_back({run_name(*rival, capacity), steady, end, {rival->name}});
    }
  }
  append_shape(findings.claims, records);
  findings.figures = {delay_figure(records)};
  findings.tables = {steady_table("l-fig13", "One flow alone, in equilibrium", records, spans)};
  return findings;
}

// Fig. 14

constexpr double capacity_14 = 1.5;
constexpr Duration end_14 = 100s;
constexpr Duration steady_14 = 60s;

double target_deviation(const RunRecords& records, const Rival& rival) {
  return records.get(rival.name).deviation(rival.name, &Sample::target_bitrate_bps, steady_14, end_14);
}

double delay_deviation(const RunRecords& records, const Rival& rival) {
  return records.get(rival.name).deviation(rival.name, &Sample::one_way_delay_ms, steady_14, end_14);
}

void append_constant(std::vector<Claim>& claims, const RunRecords& records) {
  const RunRecord& run = records.get(ldcc.name);
  claim_equilibrium(claims, "Fig. 14", run,
                    {"LDCC",
                     steady_14,
                     end_14,
                     {"ldcc"},
                     {1e6 * capacity_14},
                     {ldcc_theory(capacity_14) + to_milliseconds(propagation)}});
  for (const Rival* rival : {&ldcc, &nada}) {
    claims.push_back(claim_at_most({"Fig. 14", rival->words + ": constant rate, standard deviation of the target",
                                    "oracle for LDCC: below 10 kbit/s"},
                                   target_deviation(records, *rival), 10e3, kilobits));
    claims.push_back(claim_at_most(
        {"Fig. 14", rival->words + ": constant delay, standard deviation", "half a packet's time on the link, 2.7 ms"},
        delay_deviation(records, *rival), 2.7, milliseconds));
  }
}

void append_oscillation(std::vector<Claim>& claims, const RunRecords& records) {
  const RunRecord& run = records.get(gcc.name);
  claims.push_back(claim_at_least({"Fig. 14", "the simplified GCC has no stable rate: deviation of its target",
                                   "a sawtooth of 15 % has 4.3 %, 65 kbit/s; half of it"},
                                  target_deviation(records, gcc), 32e3, kilobits));
  const double own = to_milliseconds(propagation);
  const double mean = mean_delay(run, gcc.name, steady_14, end_14) - own;
  const double maximum = run.maximum(gcc.name, &Sample::one_way_delay_ms, steady_14, end_14) - own;
  claims.push_back(claim_at_least(
      {"Fig. 14", "its largest self-inflicted delay is well above its mean", "\"much higher\": at least twice"},
      maximum / mean, 2, {"times", 2, 1}));
}

std::vector<std::string> names_14() { return {ldcc.name, nada.name, gcc.name}; }

/// Three runs of one flow each, as lines of one plot.
Figure time_figure(const RunRecords& records) {
  Figure figure{"l-fig14", "One flow alone at 1.5 Mbit/s (LDCC, Fig. 14)", {}, 1};
  RunRecord all;
  for (const std::string& name : names_14()) {
    const auto& flows = records.get(name).flows;
    const auto rows = flows.find(name);
    if (rows != flows.end()) all.flows[name] = rows->second;
  }
  figure.panels = {rates_over_time(all, names_14(), ""), delays_over_time(all, names_14(), "")};
  return figure;
}

Findings judge_time(const RunRecords& records) {
  Findings findings;
  append_constant(findings.claims, records);
  append_oscillation(findings.claims, records);
  findings.figures = {time_figure(records)};
  std::vector<SteadySpan> spans;
  for (const std::string& name : names_14()) spans.push_back({name, steady_14, end_14, {name}});
  findings.tables = {steady_table("l-fig14", "One flow alone at 1.5 Mbit/s, 60 - 100 s", records, spans)};
  return findings;
}

}  // namespace

Scenario ldcc_fig13() {
  return {"L-Fig13", "LDCC, Fig. 13 (section V-D)",
          "one flow alone: NADA's delay grows as 1/C, LDCC's is nearly flat, GCC's mean is the lowest", plans(),
          judge_delays};
}

Scenario ldcc_fig14() {
  return {"L-Fig14",
          "LDCC, Fig. 14 (section V-D)",
          "one flow alone: LDCC and NADA hold rate and delay, the simplified GCC swings",
          {plan_of(ldcc.name, ldcc, capacity_14, end_14), plan_of(nada.name, nada, capacity_14, end_14),
           plan_of(gcc.name, gcc, capacity_14, end_14)},
          judge_time};
}

}  // namespace evenkeel::lab
