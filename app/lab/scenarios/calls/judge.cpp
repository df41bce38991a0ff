#include "app/lab/scenarios/calls/judge.h"

#include <algorithm>
#include <cmath>

#include "app/lab/claims/judge.h"
#include "app/lab/claims/statistics.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

/// The goal's measure, or null if no measure has its column.
const CallsMeasure* measure_of(const CallsCase& test, const CallsGoal& goal) {
  const auto is_it = [&](const CallsMeasure& measure) { return measure.column == goal.column; };
  const auto found = std::find_if(test.measures.begin(), test.measures.end(), is_it);
  return found == test.measures.end() ? nullptr : &*found;
}

bool has_goal(const CallsCase& test, const CallsMeasure& measure) {
  return std::any_of(test.goals.begin(), test.goals.end(),
                     [&](const CallsGoal& goal) { return goal.column == measure.column; });
}

bool was_run(const RunRecords& records, const std::string& controller, const CallsVariant& variant) {
  for (int seed = 1; seed <= calls_seeds; ++seed) {
    if (records.find(calls_run_name(controller, variant, seed)) != nullptr) return true;
  }
  return false;
}

Table empty_table(const CallsCase& test) {
  Table table;
  table.name = "metrics";
  table.title = "Medians over the seeds, and of what has a goal the worst";
  table.columns = {"run"};
  for (const CallsMeasure& measure : test.measures) {
    table.columns.push_back(measure.column);
    if (has_goal(test, measure)) table.columns.push_back("worst " + measure.column);
  }
  return table;
}

std::vector<std::string> row_of(const CallsCase& test, const RunRecords& records, const std::string& controller,
                                const CallsVariant& variant) {
  std::vector<std::string> row{calls_row_name(controller, variant)};
  for (const CallsMeasure& measure : test.measures) {
    const CallsSeeds seeds = calls_seeds_of(measure, records, controller, variant);
    row.push_back(cell(seeds.median, measure.decimals));
    if (has_goal(test, measure)) row.push_back(cell(seeds.worst, measure.decimals));
  }
  return row;
}

Table metrics_table(const CallsCase& test, const RunRecords& records) {
  Table table = empty_table(test);
  for (const CallsVariant& variant : test.variants) {
    for (const std::string& controller : calls_controllers()) {
      if (was_run(records, controller, variant)) table.rows.push_back(row_of(test, records, controller, variant));
    }
  }
  return table;
}

/// "queue p95 [ms]" is in ms.
Unit unit_of(const CallsMeasure& measure) {
  const auto open = measure.column.find(" [");
  if (open == std::string::npos) return {"", measure.decimals};
  return {measure.column.substr(open + 2, measure.column.size() - open - 3), measure.decimals};
}

Claim claim_of(const Statement& statement, const CallsGoal& goal, double measured, const Unit& unit) {
  if (std::isinf(goal.maximum)) return claim_at_least(statement, measured, goal.minimum, unit);
  if (std::isinf(goal.minimum)) return claim_at_most(statement, measured, goal.maximum, unit);
  return claim_between(statement, measured, goal.minimum, goal.maximum, unit);
}

Claim judge_goal(const CallsCase& test, const CallsGoal& goal, const CallsVariant& variant, const RunRecords& records) {
  const CallsMeasure& measure = *measure_of(test, goal);
  const Unit unit = unit_of(measure);
  const std::string what = measure.column.substr(0, measure.column.find(" ["));
  const CallsSeeds seeds = calls_seeds_of(measure, records, calls_controllers().front(), variant);
  const Statement statement{"goal " + test.letter, calls_row_name(calls_controllers().front(), variant) + ": " + what,
                            "median over the seeds"};
  Claim claim = claim_of(statement, goal, seeds.median, unit);
  if (claim.judged) claim.measured += ", worst " + cell(seeds.worst, measure.decimals);
  return claim;
}

bool speaks_of(const CallsGoal& goal, const CallsVariant& variant) {
  const auto& names = goal.variants;
  return names.empty() || std::find(names.begin(), names.end(), variant.name) != names.end();
}

constexpr KnownClaim all_misses[] = {
    {"goal k", "darc,web: utilisation",
     "a second to come back after each page, of which there is one every few seconds"},
    {"goal d", "darc,bbr,buffer=300ms: share",
     "in three to nine of ten runs, by version of the law, ns-3's BBR stops for good after its first lost packets, "
     "with "
     "the link half empty: it then has one packet under way and takes that for the rate; the kernel's BBR has half "
     "(docs/results/darc.md)",
     Known::to_vary},
    {"goal random", "darc alone: queue p99, worst",
     "0.14 to 1.5 s on twelve draws: a fall from 6.0 to 0.54 Mbit/s with 290 ms round trip; what was sent before a "
     "report could show the fall takes that long to pass, where it meets a full rate",
     Known::to_vary},
    {"goal random", "darc beside one TCP: share, p10",
     "30 to 37 % on ten draws of the random numbers over the same links: undecided", Known::to_vary},
    {"goal b", "darc: utilisation",
     "96.7 to 97.2 % on six draws, three of them at least 97.0; 97.3 to 97.7 before delays were compared without the "
     "smallest round trip",
     Known::to_vary},
};

}  // namespace

CallsGoal at_least(const std::string& column, double minimum) {
  CallsGoal goal;
  goal.column = column;
  goal.minimum = minimum;
  return goal;
}

CallsGoal at_most(const std::string& column, double maximum) {
  CallsGoal goal;
  goal.column = column;
  goal.maximum = maximum;
  return goal;
}

Findings judge_calls(const CallsCase& test, const RunRecords& records) {
  Findings findings;
  for (const CallsGoal& goal : test.goals) {
    for (const CallsVariant& variant : test.variants) {
      if (speaks_of(goal, variant)) findings.claims.push_back(judge_goal(test, goal, variant, records));
    }
  }
  findings.claims = with_known_misses(std::move(findings.claims));
  findings.tables.push_back(metrics_table(test, records));
  findings.figures = calls_figures(test, records);
  return judged_on(calls_controllers().front(), records, std::move(findings));
}

CallsSeeds calls_seeds_of(const CallsMeasure& measure, const RunRecords& records, const std::string& controller,
                          const CallsVariant& variant) {
  std::vector<double> values;
  for (int seed = 1; seed <= calls_seeds; ++seed) {
    const RunRecord* run = records.find(calls_run_name(controller, variant, seed));
    const double value = run == nullptr ? std::nan("") : measure.of(variant, *run);
    if (std::isfinite(value)) values.push_back(value);
  }
  const double worst = measure.worst == CallsMeasure::Worst::maximum ? max_of(values) : min_of(values);
  return {median_of(values), worst};
}

std::vector<Claim> with_known_misses(std::vector<Claim> claims) {
  mark_known(claims, all_misses);
  return claims;
}

}  // namespace evenkeel::lab
