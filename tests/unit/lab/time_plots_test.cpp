#include "app/lab/scenarios/findings.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "hand_made_runs.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::test;

TEST_CASE("lab: lines over time are means over windows, with a break where the flow pauses") {
  RunRecord run = hand_made_run("r", 10s);
  add_steady(run, "a", {0s, 1s, 1e6, 50});
  add_steady(run, "a", {1s, 2s, 3e6, 50});
  add_steady(run, "a", {5s, 6s, 2e6, 80});
  const FigureSeries line = line_over_time(run, "a", &Sample::send_bitrate_bps, "rate", 1e-6, 1s);
  CHECK(line.label == "rate");
  REQUIRE(line.x.size() == 4);
  CHECK(line.x[0] == Approx(0.5));
  CHECK(line.y[0] == Approx(1));
  CHECK(line.y[1] == Approx(3));
  CHECK(std::isnan(line.y[2]));
  CHECK(line.x[3] == Approx(5.5));
  CHECK(line.y[3] == Approx(2));
}

TEST_CASE("lab: the last delay of a flow that has ended is not drawn on") {
  RunRecord run = hand_made_run("r", 10s);
  add_steady(run, "a", {0s, 1s, 1e6, 50});
  add_steady(run, "a", {1s, 9s, 1e6, 50});
  for (Sample& row : run.flows["a"]) {
    if (row.time > 2s) row.send_bitrate_bps.reset();
  }
  CHECK(delays_over_time(run, {"a"}, "").series[0].x.back() == Approx(1.75));
  CHECK(rates_over_time(run, {"a", "nobody"}, "").series[1].x.empty());
}
