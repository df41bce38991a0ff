#include <algorithm>
#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "core/control/factory/controller_factory.h"
#include "core/parameters/parameter_list.h"
#include "sources.h"

// 2.5 Mbit/s over 50 ms each way with a buffer of 300 ms, unless a test says otherwise.

namespace evenkeel::test {
namespace {

Flow& add(Simulation& simulation, int v, std::unique_ptr<FrameSource> source, FlowConfig config = {}) {
  config.controller = v == 1 ? "scream-v1" : "scream";
  return simulation.add(config, std::move(source));
}

double highest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

double share_above(const std::vector<double>& values, double limit) {
  const auto above = std::count_if(values.begin(), values.end(), [&](double v) { return v > limit; });
  return static_cast<double>(above) / static_cast<double>(values.size());
}

Simulation usual_link() { return dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms)); }

}  // namespace

TEST_CASE("SCReAM v2 fills the link with a queue well below its target", "[scream]") {
  const bool is_greedy = GENERATE(true, false);
  Simulation simulation = usual_link();
  Flow& flow = add(simulation, 2, is_greedy ? greedy() : synthetic());
  simulation.run_until(120s);
  const auto rates = column(flow, &Sample::send_bitrate_bps, 30s, 120s);
  const auto queues = column(flow, &Sample::link_queue_ms, 30s, 120s);
  CAPTURE(is_greedy, mean_of(rates), mean_of(queues), highest(queues), share_above(queues, 60), simulation.dropped());
  CHECK(mean_of(rates) > (is_greedy ? 0.95 : 0.8) * 2.5e6);
  CHECK(mean_of(queues) < 35);  // virtual marking begins at 30 ms
  CHECK(share_above(queues, 60) < 0.05);
  CHECK(simulation.dropped() == 0);
}

TEST_CASE("SCReAM v1 fills the link with a queue below its target", "[scream]") {
  const bool is_greedy = GENERATE(true, false);
  Simulation simulation = usual_link();
  Flow& flow = add(simulation, 1, is_greedy ? greedy() : synthetic());
  simulation.run_until(120s);
  const auto rates = column(flow, &Sample::send_bitrate_bps, 30s, 120s);
  const auto queues = column(flow, &Sample::link_queue_ms, 30s, 120s);
  CAPTURE(is_greedy, mean_of(rates), mean_of(queues), highest(queues), share_above(queues, 100), simulation.dropped());
  CHECK(mean_of(rates) > 0.98 * 2.5e6);
  // LEDBAT's equilibrium is the target itself; the MSS that the window lets beyond it makes 3 ms.
  CHECK(mean_of(queues) < 105);
  CHECK(highest(queues) < 160);
}

TEST_CASE("SCReAM v1 alone takes its own queue for a competitor's, if it is to compensate for those", "[scream]") {
  // The false positive of RFC 8298, section 4.1.2.3: the target is the mean of the queue delay and a deviation, the
  // queue follows the target, and so on, until the buffer is full.
  const bool is_greedy = GENERATE(true, false);
  Simulation simulation = usual_link();
  Flow& flow = add(simulation, 1, is_greedy ? greedy() : synthetic());
  REQUIRE(set_parameter(flow.sender->controller(), "competing_flows", "1").empty());
  simulation.run_until(120s);
  const auto queues = column(flow, &Sample::link_queue_ms, 30s, 120s);
  CAPTURE(is_greedy, mean_of(queues));
  CHECK(mean_of(queues) > 115);
}

TEST_CASE("SCReAM after a drop of the capacity drains the queue within seconds", "[scream]") {
  const int v = GENERATE(1, 2);
  const bool is_greedy = GENERATE(true, false);
  Simulation simulation = usual_link();
  Flow& flow = add(simulation, v, is_greedy ? greedy() : synthetic());
  simulation.run_until(40s);
  simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(1000)), simulation.now());
  simulation.run_until(80s);
  simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(2500)), simulation.now());
  simulation.run_until(120s);
  const auto queues = column(flow, &Sample::link_queue_ms, 45s, 80s);
  const auto low = column(flow, &Sample::send_bitrate_bps, 50s, 80s);
  const auto back = column(flow, &Sample::send_bitrate_bps, 100s, 120s);
  CAPTURE(v, is_greedy, mean_of(queues), highest(queues), mean_of(low), mean_of(back), simulation.dropped());
  CHECK(mean_of(low) > 0.8e6);
  CHECK(mean_of(low) < 1.02e6);
  CHECK(mean_of(queues) < (v == 1 ? 130 : 40));
  CHECK(mean_of(back) > 0.75 * 2.5e6);
}

namespace {

struct Shares {
  double first = 0;
  double second = 0;
  double queue_ms = 0;
  double jain() const { return (first + second) * (first + second) / (2 * (first * first + second * second)); }
};

Shares share(int v, bool is_greedy, Duration begin_of_second, const char* competing_flows) {
  Simulation simulation = usual_link();
  FlowConfig late;
  late.begin = begin_of_second;
  Flow& a = add(simulation, v, is_greedy ? greedy() : synthetic(megabits_per_second(100), 1));
  Flow& b = add(simulation, v, is_greedy ? greedy(late.begin) : synthetic(megabits_per_second(100), 2), late);
  for (Flow* flow : {&a, &b}) {
    REQUIRE(set_parameter(flow->sender->controller(), "competing_flows", competing_flows).empty());
  }
  simulation.run_until(240s);
  return {mean_of(column(a, &Sample::send_bitrate_bps, 120s, 240s)),
          mean_of(column(b, &Sample::send_bitrate_bps, 120s, 240s)),
          mean_of(column(a, &Sample::link_queue_ms, 120s, 240s))};
}

}  // namespace

TEST_CASE("SCReAM v2: a second flow gets its share", "[scream]") {
  const bool is_greedy = GENERATE(true, false);
  const Shares shares = share(2, is_greedy, 30s, "0");
  CAPTURE(is_greedy, shares.first, shares.second, shares.jain(), shares.queue_ms);
  CHECK(shares.first + shares.second > 0.8 * 2.5e6);
  CHECK(shares.jain() > 0.98);
  CHECK(shares.queue_ms < 60);
}

TEST_CASE("SCReAM v1: two flows that begin together share the link", "[scream]") {
  const bool is_greedy = GENERATE(true, false);
  const Shares shares = share(1, is_greedy, 0s, "0");
  CAPTURE(is_greedy, shares.first, shares.second, shares.jain(), shares.queue_ms);
  CHECK(shares.first + shares.second > 0.95 * 2.5e6);
  CHECK(shares.jain() > 0.9);
}

TEST_CASE("SCReAM v1: a latecomer takes the queue for its base delay, as LEDBAT's do", "[scream]") {
  const Shares alone = share(1, true, 30s, "0");
  CAPTURE(alone.first, alone.second, alone.jain(), alone.queue_ms);
  CHECK(alone.second > 5 * alone.first);
  CHECK(alone.queue_ms > 150);  // its own 100 ms upon those of the first
  const Shares compensated = share(1, true, 30s, "1");
  CAPTURE(compensated.first, compensated.second, compensated.jain(), compensated.queue_ms);
  CHECK(compensated.jain() > 0.95);
}

TEST_CASE("SCReAM with one packet in a hundred lost keeps sending", "[scream]") {
  const int v = GENERATE(1, 2);
  const bool is_greedy = GENERATE(true, false);
  LinkConfig forward = constant_link(kilobits_per_second(2500), 50ms, Duration(300ms));
  forward.loss = IndependentLoss{0.01};
  Simulation simulation(forward, constant_link(DataRate::unlimited(), 50ms, Duration(1s)));
  Flow& flow = add(simulation, v, is_greedy ? greedy() : synthetic());
  simulation.run_until(120s);
  const auto rates = column(flow, &Sample::send_bitrate_bps, 30s, 120s);
  const auto queues = column(flow, &Sample::link_queue_ms, 30s, 120s);
  CAPTURE(v, is_greedy, mean_of(rates), mean_of(queues));
  CHECK(mean_of(rates) > 0.4e6);
  CHECK(mean_of(queues) < 60);
}

TEST_CASE("SCReAM comes back after an outage of five seconds", "[scream]") {
  const int v = GENERATE(1, 2);
  const bool is_greedy = GENERATE(true, false);
  enum class Outage { capacity, loss, reports };
  const auto outage = GENERATE(Outage::capacity, Outage::loss, Outage::reports);
  LinkConfig backward = constant_link(DataRate::unlimited(), 50ms, Duration(1s));
  if (outage == Outage::reports) {
    backward.capacity =
        Capacity::schedule({{0s, DataRate::unlimited()}, {30s, DataRate()}, {35s, DataRate::unlimited()}});
  }
  Simulation simulation(constant_link(kilobits_per_second(2500), 50ms, Duration(300ms)), backward);
  Flow& flow = add(simulation, v, is_greedy ? greedy() : synthetic());
  simulation.run_until(30s);
  Link& link = simulation.bottleneck();
  if (outage == Outage::capacity) link.set_capacity(Capacity::constant(DataRate()), simulation.now());
  if (outage == Outage::loss) link.set_loss(IndependentLoss{1}, simulation.now());
  simulation.run_until(33s);
  const auto in_outage = flow.departures.size();
  simulation.run_until(35s);
  CHECK(flow.departures.size() > in_outage);  // it goes on asking
  link.set_capacity(Capacity::constant(kilobits_per_second(2500)), simulation.now());
  link.set_loss(NoLoss{}, simulation.now());
  simulation.run_until(70s);
  const auto rates = column(flow, &Sample::send_bitrate_bps, 60s, 70s);
  CAPTURE(v, is_greedy, static_cast<int>(outage), mean_of(rates));
  CHECK(mean_of(rates) > 0.75 * 2.5e6);
}

TEST_CASE("SCReAM comes back after an outage that the circuit breaker ended", "[scream]") {
  const int v = GENERATE(1, 2);
  Simulation simulation = usual_link();
  Flow& flow = add(simulation, v, greedy());
  simulation.run_until(30s);
  simulation.bottleneck().set_loss(IndependentLoss{1}, simulation.now());
  simulation.run_until(60s);
  REQUIRE(flow.sender->circuit_breaker().state() == CircuitBreaker::State::open);
  simulation.bottleneck().set_loss(NoLoss{}, simulation.now());
  simulation.run_until(130s);
  const auto rates = column(flow, &Sample::send_bitrate_bps, 120s, 130s);
  CAPTURE(v, mean_of(rates));
  CHECK(mean_of(rates) > 0.9 * 2.5e6);
}

TEST_CASE("SCReAM takes over in the middle of a call", "[scream]") {
  const int v = GENERATE(1, 2);
  const bool is_greedy = GENERATE(true, false);
  Simulation simulation = usual_link();
  Flow& flow = simulation.add(FlowConfig{}, is_greedy ? greedy() : synthetic());
  simulation.run_until(60s);
  flow.sender->set_controller(make_controller(v == 1 ? "scream-v1" : "scream"), simulation.now());
  simulation.run_until(90s);
  const auto at_once = column(flow, &Sample::send_bitrate_bps, 60s, 62s);
  const auto then = column(flow, &Sample::send_bitrate_bps, 62s, 90s);
  CAPTURE(v, is_greedy, mean_of(at_once), mean_of(then));
  CHECK(mean_of(at_once) > 0.6 * 2.5e6);
  CHECK(mean_of(then) > 0.75 * 2.5e6);
}

}  // namespace evenkeel::test
