#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "core/theory/ldcc_theory.h"
#include "sources.h"

// What the margins promise, held against the whole loop: packets, a report every 20 ms or so, averages over a round
// trip, one step per round trip.
//
// Where the margins are clearly on one side, theory and loop agree. Between them the fluid law of eq. 43 is too kind:
// it knows of no delay but the round trip, while the law as it runs acts on averages of the round trip before and holds
// its rate for another, about one round trip more. ldcc_sampled_gain_margin has both, and tells the two apart.
//
// An unstable loop does not grow without end: below T_r the price stops, an empty queue drops out of de/dt, and the
// rate term is clamped. It settles to a cycle, of some per cent of the rate here.

namespace evenkeel::test {
namespace {

constexpr DataRate capacity = kilobits_per_second(2500);

/// The deviation of the rate that the law wants as a part of the capacity, in the second minute.
double swing(const LdccParameters& parameters) {
  Simulation simulation = dumbbell(capacity, 50ms, Duration(2s));
  FlowConfig config;
  config.limits = paper_limits();
  config.limits.start = capacity;
  Flow& flow = simulation.add(config, greedy());
  dynamic_cast<Ldcc&>(flow.sender->controller()).parameters() = parameters;
  simulation.run_until(120s);
  return deviation_of(column(flow, &Sample::target_bitrate_bps, 60s, 120s)) / capacity.bps();
}

LdccParameters with_gain(double eta) {
  LdccParameters p;
  p.eta = eta;
  return p;
}

/// w and beta times `factor`: the same equilibrium (eqs 19 and 20), a steeper price.
LdccParameters steeper(double factor) {
  LdccParameters p;
  p.w = p.w * factor;
  p.beta *= factor;
  return p;
}

constexpr double calm = 0.02;
constexpr double restless = 0.05;

}  // namespace

TEST_CASE("LDCC rests where both margins are wide", "[ldcc]") {
  const auto p = GENERATE(with_gain(0.2), with_gain(0.4), with_gain(0.7), steeper(3), steeper(5));
  CAPTURE(p.eta, p.beta);
  CHECK(ldcc_margins(p, capacity)->phase > 0.3);
  CHECK(*ldcc_sampled_gain_margin(p, capacity) > 1.3);
  CHECK(swing(p) < calm);
}

TEST_CASE("LDCC swings where the margins are clearly negative", "[ldcc]") {
  const auto p = GENERATE(with_gain(2), steeper(20), steeper(100));
  CAPTURE(p.eta, p.beta);
  CHECK(ldcc_margins(p, capacity)->phase < -0.3);
  CHECK(ldcc_margins(p, capacity)->gain < 0.8);
  CHECK(*ldcc_sampled_gain_margin(p, capacity) < 0.8);
  CHECK(swing(p) > restless);
}

TEST_CASE("LDCC swings where only the sampled margin says so: eq. 43 is too kind by a round trip", "[ldcc]") {
  const auto p = GENERATE(with_gain(1.2), steeper(7));
  CAPTURE(p.eta, p.beta);
  CHECK(ldcc_margins(p, capacity)->phase > 0.15);
  CHECK(ldcc_margins(p, capacity)->gain > 1.2);
  CHECK(*ldcc_sampled_gain_margin(p, capacity) < 0.8);
  CHECK(swing(p) > restless);
}

}  // namespace evenkeel::test
