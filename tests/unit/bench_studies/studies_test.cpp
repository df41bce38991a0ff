// The studies without a machine: what they claim of virtual time is what it is known to be.

#include "app/bench/studies/study.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "app/bench/emulated_run.h"
#include "app/bench/studies/rate_runs.h"
#include "app/bench/studies/step_runs.h"

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

BenchOptions brief() {
  BenchOptions options;
  options.brief = true;
  options.loops = {"rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal"};
  options.rates = {megabits_per_second(1), megabits_per_second(500), megabits_per_second(600)};
  return options;
}

std::vector<SendRun> nothing_ran(const Study& study) {
  std::vector<SendRun> runs;
  for (const SendPlan& plan : study.plans) {
    runs.emplace_back().plan = plan;
    runs.back().failure = "not run";
  }
  return runs;
}

SendRun sent_at(const std::string& loop, double megabits, double share) {
  SendRun run;
  run.plan.loop = loop;
  run.plan.rate = megabits_per_second(megabits);
  run.plan.duration = 60s;
  std::vector<Arrival> arrivals;
  for (int ms = 10; ms <= 60000; ms += 10) {
    arrivals.push_back({ms * Duration(1ms) - 1ns, std::llround(share * megabits * 1e6 / 8 * 0.01), 1});
  }
  run.arrivals = ArrivalCurve(std::move(arrivals));
  run.packets_sent = 1000;
  run.cpu_seconds = 0.001;
  return run;
}

const Claim& claim_with(const std::vector<Claim>& claims, const std::string& words) {
  const auto found = std::find_if(claims.begin(), claims.end(),
                                  [&](const Claim& c) { return c.statement.find(words) != std::string::npos; });
  REQUIRE(found != claims.end());
  return *found;
}

}  // namespace

TEST_CASE("claims in virtual time come out as known") {
  const auto options = brief();
  for (const Study& study : {rate_study(options), timer_study(options), step_study(options), gain_study(options)}) {
    const StudyOutcome outcome = study.evaluate(nothing_ran(study), [] { return false; });
    CHECK_FALSE(outcome.claims.empty());
    for (const Claim& claim : outcome.claims) {
      CAPTURE(study.name, claim.source, claim.statement, claim.expected, claim.measured);
      if (!claim.native) CHECK(claim.holds == claim.must_hold);
    }
  }
}

TEST_CASE("where a user asks for other rates and loops, nothing is claimed of what did not run") {
  BenchOptions options = brief();
  options.loops = {"rmc"};
  options.rates = {megabits_per_second(10)};
  const Study study = rate_study(options);
  CHECK(study.evaluate(nothing_ran(study), [] { return false; }).claims.empty());
}

TEST_CASE("a send loop that loses 0.1 % breaks the claim of RMC") {
  RateRuns runs;
  runs.native = {sent_at("rmc", 100, 0.9995), sent_at("rmc", 500, 0.999)};
  const auto claims = native_rate_claims(runs);
  CHECK(claim_with(claims, "RMC at 100 Mbit/s: error over the run").holds);
  CHECK_FALSE(claim_with(claims, "RMC at 500 Mbit/s: error over the run").holds);
}

TEST_CASE("windows and cost are held against their limits") {
  RateRuns runs;
  runs.native = {sent_at("rmc", 500, 1), sent_at("bare", 500, 1), sent_at("iperf3", 500, 1)};
  runs.native[1].cpu_seconds = 0.0005;
  runs.native[2].cpu_seconds = 0.002;
  auto claims = native_rate_claims(runs);
  CHECK(claim_with(claims, "each second without load").holds);
  CHECK_FALSE(claim_with(claims, "bare sendmmsg").holds);
  CHECK(claim_with(claims, "iperf3").holds);
  runs.native[0] = sent_at("rmc", 500, 0.99);
  claims = native_rate_claims(runs);
  CHECK_FALSE(claim_with(claims, "each second without load").holds);
}

TEST_CASE("the table has a row for each loop and rate, from here and from virtual time") {
  RateRuns runs;
  runs.native = {sent_at("rmc", 100, 1), sent_at("iperf3", 100, 1)};
  runs.old_kernel = {sent_at("rmc", 100, 0.9997), sent_at("rfc3448", 100, 0.01)};
  const Table table = rate_table(runs);
  REQUIRE(table.rows.size() == 3);
  for (const auto& row : table.rows) CHECK(row.size() == table.columns.size());
  CHECK(table.rows[0][2] == "0.0000");
  CHECK(table.rows[0][10] == "0.030");
  CHECK(table.rows[2][10] == "99.000");
}

TEST_CASE("a run without quiet windows makes no claim about them") {
  RateRuns runs;
  runs.native = {sent_at("rmc", 500, 1)};
  runs.native[0].plan.duration = 900ms;
  for (const Claim& claim : native_rate_claims(runs)) CHECK(claim.statement.find("each second") == std::string::npos);
}

TEST_CASE("a step that never settles breaks its claims") {
  StepResponses responses;
  for (int tenths = 2; tenths <= 18; ++tenths) {
    const double k_r = tenths / 10.0;
    responses.emulated.push_back(
        {k_r, {10, 0.1}, {predicted_settling(k_r, 10), predicted_settling(k_r, 0.1)}, k_r > 1 ? 0.9 * (k_r - 1) : 0});
  }
  for (const Claim& claim : step_claims(responses, true)) {
    CAPTURE(claim.statement, claim.measured);
    CHECK(claim.holds);
  }
  responses.emulated[8].settled[1].reset();  // k_r = 1, up
  const auto claims = step_claims(responses, true);
  CHECK_FALSE(claim_with(claims, "closed form").holds);
  CHECK_FALSE(claim_with(claims, "k_r = 1, up").holds);
  CHECK_FALSE(claim_with(claims, "fastest").holds);
  responses.emulated[0].settled[0].reset();
  CHECK_FALSE(claim_with(step_claims(responses, true), "k_r = 0.2").holds);
}

TEST_CASE("one disturbed step of five does not change the settling time") {
  BenchOptions options;
  options.gains = {0.5};
  const Study study = step_study(options);
  REQUIRE(study.plans.size() == 1);
  // The process does not run from 1.7 to 1.75 s: within the first step down, long after it has settled.
  const auto sleep = stalled_sleep(exact_sleep(), {{LocalTime(1h) + 1700ms, 50ms}});
  const SendRun run = run_emulated(study.plans[0], sleep, "a machine", 0ns);
  const StepResponse all = response_of(run, 0.5);
  REQUIRE(all.settled.size() == 10);
  REQUIRE(all.settled[0]);
  CHECK(*all.settled[0] > 700ms);
  const auto outcome = study.evaluate(std::span(&run, 1), [] { return false; });
  int rows = 0;
  for (const auto& row : outcome.tables[0].rows) {
    if (row[2] != "this machine") continue;
    ++rows;
    CHECK(std::stod(row[3]) == Approx(std::stod(row[4])).margin(0.021));
  }
  CHECK(rows == 2);
}

TEST_CASE("a figure's table has every point of it") {
  Figure figure{"f", "F", {}, 1};
  FigurePanel lines;
  lines.title = "left";
  lines.series = {{"a", {1, 2}, {3, 4}, FigureSeries::Style::line, {}, false}};
  FigurePanel bars;
  bars.categories = {"10", "20"};
  bars.bars = {{"b", {5, 6}, {}}};
  figure.panels = {lines, bars};
  const Table table = bench::table_of(figure);
  REQUIRE(table.rows.size() == 4);
  CHECK(table.rows[1] == std::vector<std::string>{"left", "a", "2.000000", "4.000000"});
  CHECK(table.rows[3] == std::vector<std::string>{"", "b", "20", "6.000000"});
}
