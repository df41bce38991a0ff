#include <catch2/catch.hpp>
#include <cmath>

#include "app/lab/scenarios/catalogue.h"
#include "app/lab/scenarios/rmc/parts.h"
#include "hand_made_runs.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::test;

namespace {

Scenario scenario(const std::string& id) {
  for (Scenario& s : rmc_scenarios()) {
    if (s.id == id) return std::move(s);
  }
  FAIL("no scenario " << id);
  return {};
}

}  // namespace

TEST_CASE("lab: the figures of the RMC papers have their scenarios, in order") {
  std::vector<std::string> ids;
  for (const Scenario& s : rmc_scenarios()) ids.push_back(s.id);
  CHECK(ids ==
        std::vector<std::string>{"R-Fig3-4", "R-Fig6-7", "R-Fig8-10", "R-Fig11-12", "R-Fig13", "R-kr", "R-Props"});
}

TEST_CASE("lab: what RMC's papers say comes out as known") {
  const Scenario s = scenario(GENERATE(as<std::string>{}, "R-Fig3-4", "R-Fig11-12", "R-Fig13", "R-kr", "R-Props"));
  const Findings findings = s.judge(compute(s));
  CHECK_FALSE(findings.claims.empty());
  for (const Claim& claim : findings.claims) {
    INFO(s.id << ", " << claim.statement << ": " << claim.measured << ", expected " << claim.expected);
    CHECK(claim.judged);
    CHECK(is_as_known(claim));
  }
}

TEST_CASE("lab: RMC has settled when its rate stays within 5 %, not when it passes through") {
  bench::SendRun run;
  run.plan.rate = megabits_per_second(10);
  run.plan.steps = {{1s, megabits_per_second(1)}};
  run.plan.duration = 2s;
  std::vector<bench::Arrival> arrivals;
  const auto send = [&](Duration at, std::int64_t bytes) { arrivals.push_back({at, bytes, 1}); };
  send(1s, 0);
  send(1020ms, 5000);
  send(1040ms, 2500);  // 1 Mbit/s
  send(1060ms, 2000);  // 0.8 Mbit/s
  for (int i = 4; i < 10; ++i) send(1s + i * 20ms, 2450 + 10 * i);
  run.arrivals = bench::ArrivalCurve(arrivals);
  CHECK(rmc_paper::rmc_settling_time(run, 0) == Approx(0.08));
  CHECK(rmc_paper::rmc_overshoot(run) == Approx(1));
  arrivals.back().bytes = 5000;
  run.arrivals = bench::ArrivalCurve(arrivals);
  CHECK(std::isnan(rmc_paper::rmc_settling_time(run, 0)));
}

TEST_CASE("lab: R-Fig3-4 breaks where the error grows with the sleep") {
  const Scenario s = scenario("R-Fig3-4");
  RunRecords records = compute(s);
  records.runs[0].curves[0].y[10] = 40;
  CHECK_FALSE(find_claim(s.judge(records), "falls as the sleep grows").holds);
}

TEST_CASE("lab: R-Fig6-7 shows the largest error of each loop") {
  const Scenario s = scenario("R-Fig6-7");
  RunRecord run = hand_made_run("2.6.19", 60s);
  run.curves = {{"rmc", {1, 600}, {0.03, -0.07}}, {"rfc3448", {1, 600}, {60, 99.9}}};
  RunRecords records;
  records.runs.push_back(run);
  const Findings findings = s.judge(records);
  CHECK_FALSE(find_claim(findings, "RMC: error below 0.06 % at every rate, 2.6.19").holds);
  CHECK(find_claim(findings, "no bursts: error up to 99 %, 2.6.19").holds);
  CHECK_FALSE(find_claim(findings, "bursts: error up to 95 %, 2.6.19").judged);
  CHECK_FALSE(find_claim(findings, "RMC: error below 0.06 % at every rate, 2.6.28").judged);
}

TEST_CASE("lab: R-Fig8-10 judges the seconds of each phase") {
  const Scenario s = scenario("R-Fig8-10");
  RunRecord run = hand_made_run("2.6.28", 60s);
  Curve curve{"rfc3448", {}, {}};
  for (int second = 0; second < 60; ++second) {
    curve.x.push_back(second + 0.5);
    curve.y.push_back(second >= 20 && second < 40 ? 70 : 105);
  }
  run.curves = {curve};
  RunRecords records;
  records.runs.push_back(run);
  const Findings findings = s.judge(records);
  CHECK(find_claim(findings, "105 Mbit/s idle").holds);
  CHECK(find_claim(findings, "70 Mbit/s under load").holds);
  CHECK_FALSE(find_claim(findings, "RMC is smooth at 500 Mbit/s: worst second, 2.6.28").judged);
}
