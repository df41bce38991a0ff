#include "app/bench/send_run.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

SendPlan stepped_plan() {
  SendPlan plan;
  plan.rate = megabits_per_second(100);
  plan.steps = {{10s, megabits_per_second(10)}, {20s, megabits_per_second(100)}};
  plan.duration = 30s;
  return plan;
}

}  // namespace

TEST_CASE("a step holds from its time on") {
  const SendPlan plan = stepped_plan();
  CHECK(plan.rate_at(0s).bps() == 100e6);
  CHECK(plan.rate_at(10s - 1ns).bps() == 100e6);
  CHECK(plan.rate_at(10s).bps() == 10e6);
  CHECK(plan.rate_at(25s).bps() == 100e6);
}

TEST_CASE("the bytes due are the integral of the rate") {
  const SendPlan plan = stepped_plan();
  CHECK(plan.due_bytes(-1s) == 0);
  CHECK(plan.due_bytes(0s) == 0);
  CHECK(plan.due_bytes(5s) == Approx(62.5e6));
  CHECK(plan.due_bytes(10s) == Approx(125e6));
  CHECK(plan.due_bytes(15s) == Approx(131.25e6));
  CHECK(plan.due_bytes(30s) == Approx(262.5e6));
}

TEST_CASE("the error is the missing part of what was due") {
  SendRun run;
  run.plan = stepped_plan();
  CHECK(run.relative_error() == 1);
  run.arrivals = ArrivalCurve({{1s, 200'000'000, 1}, {30s + 50us, 62'500'000, 1}});
  CHECK(run.relative_error() == Approx(0).margin(1e-12));
  run.arrivals = ArrivalCurve({{1s, 288'750'000, 1}});
  CHECK(run.relative_error() == Approx(-0.1));
}

TEST_CASE("a plan's name is its label, or else its loop's name") {
  SendPlan plan;
  plan.loop = "token-bucket";
  CHECK(plan.name() == "token-bucket");
  plan.label = "rmc, T_s,min = 2 ms";
  CHECK(plan.name() == "rmc, T_s,min = 2 ms");
}

TEST_CASE("nothing due and nothing sent are no error") {
  const SendRun run;
  CHECK(run.relative_error() == 0);
  CHECK(run.cpu_per_packet() == 0);
}
