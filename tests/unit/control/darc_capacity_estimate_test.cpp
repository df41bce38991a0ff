#include "core/control/darc/capacity_estimate.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr Duration standing = 4ms;

/// Tells an estimate of windows; the queue stands or does not.
struct Windows {
  darc::CapacityEstimate estimate;
  darc::CapacityEstimate::Parameters parameters;
  bool validated = false;
  bool limited = false;
  bool keeps_restart = true;
  DataRate most_restart = DataRate::unlimited();

  double measured(double kbps, bool queued, LocalTime now, double loss = 0) {
    darc::Delivery::Window window;
    window.rate = kilobits_per_second(kbps);
    window.span = 100ms;
    window.least_queue = queued ? standing + 1ns : standing;
    window.loss = loss;
    estimate.on_window(window, {standing, validated, limited, limited && keeps_restart, most_restart}, now, parameters);
    return estimate.rate().kbps();
  }
};

}  // namespace

TEST_CASE("DARC's capacity is the first rate measured and with a standing queue each one") {
  Windows windows;
  CHECK_FALSE(windows.estimate.known());
  CHECK_FALSE(windows.estimate.backlogged());
  CHECK(windows.measured(1000, false, t0) == Approx(1000));
  CHECK(windows.estimate.known());
  CHECK_FALSE(windows.estimate.backlogged());
  CHECK(windows.measured(300, true, t0 + 1ms) == Approx(300));
  CHECK(windows.estimate.backlogged());
  CHECK(windows.measured(2000, true, t0 + 2ms) == Approx(2000));
}

TEST_CASE("Without a standing queue DARC's capacity rises at once and falls by exp(-dt/T_B)") {
  Windows windows;
  windows.parameters.forgetting = 2s;
  windows.measured(1000, true, t0);
  const double first = 900 + 100 * std::exp(-0.1 / 2);
  CHECK(windows.measured(900, false, t0 + 100ms) == Approx(first));
  const double second = 900 + (first - 900) * std::exp(-1.0 / 2);
  CHECK(windows.measured(900, false, t0 + 1100ms) == Approx(second));
  CHECK(windows.measured(1200, false, t0 + 1200ms) == Approx(1200));
}

TEST_CASE("DARC's capacity may rise by a part of the way only") {
  // By T_B alone it would be at 1200 - 200 exp(-0.1/2) after 0.1 s; of what is left to 1200 a quarter comes to that.
  Windows windows;
  windows.parameters.forgetting = 2s;
  windows.parameters.rise = 0.25;
  windows.measured(1000, true, t0);
  CHECK(windows.measured(1200, false, t0 + 100ms) == Approx(1200 - 0.75 * 200 * std::exp(-0.1 / 2)));
  CHECK(windows.measured(2000, true, t0 + 200ms) == Approx(2000));  // not where a queue stands
}

TEST_CASE("DARC adds back losses of the share that is random and no more") {
  Windows windows;
  windows.parameters.compensated_loss = 0.1;
  const bool queued = GENERATE(false, true);
  windows.measured(100, queued, t0);
  CHECK(windows.measured(1000, queued, t0 + 1ms, 0.05) == Approx(1000 / 0.95));
  windows.estimate = darc::CapacityEstimate();
  CHECK(windows.measured(1000, queued, t0 + 2ms, 0.1) == Approx(1000 / 0.9));
  windows.estimate = darc::CapacityEstimate();
  CHECK(windows.measured(1000, queued, t0 + 3ms, 0.5) == Approx(1000 / 0.9));
}

TEST_CASE("DARC's capacity is at most so many times what was measured within 5 s") {
  Windows windows;
  windows.parameters.forgetting = 1'000'000s;  // does not fall by itself
  windows.parameters.most_growth = 1.5;
  windows.measured(2000, true, t0);
  CHECK(windows.measured(500, false, t0 + 1s) == Approx(2000).epsilon(1e-5));
  CHECK(windows.measured(600, false, t0 + 5s - 1ns) == Approx(2000).epsilon(1e-5));
  CHECK(windows.measured(500, false, t0 + 5s) == Approx(1.5 * 600));  // the 2000 are forgotten
  windows.estimate.set(megabits_per_second(5));
  CHECK(windows.estimate.rate() == megabits_per_second(5));
  CHECK(windows.measured(500, false, t0 + 5100ms) == Approx(1.5 * 600));
}

TEST_CASE("A capacity of DARC that is known otherwise neither falls nor is cut") {
  Windows windows;
  windows.validated = true;
  windows.measured(1000, false, t0);
  windows.estimate.set(megabits_per_second(5));
  CHECK(windows.measured(1000, false, t0 + 4s) == Approx(5000));
  CHECK(windows.measured(1000, false, t0 + 60s) == Approx(5000));
  CHECK(windows.measured(6000, false, t0 + 61s) == Approx(6000));
  CHECK(windows.measured(1000, true, t0 + 62s) == Approx(1000));  // a queue tells what passes now
}

TEST_CASE("DARC's capacity forgets all where a call begins") {
  Windows windows;
  windows.measured(2000, true, t0);
  windows.estimate = darc::CapacityEstimate();
  CHECK_FALSE(windows.estimate.known());
  CHECK_FALSE(windows.estimate.backlogged());
  CHECK(windows.measured(100, false, t0 + 1ms) == Approx(100));
  windows.estimate.set(megabits_per_second(9));
  CHECK(windows.measured(100, false, t0 + 1ms) == Approx(100 * windows.parameters.most_growth));  // not 1.3 times 2000
}

TEST_CASE("A source that limits itself leaves DARC's capacity at what a call may begin with") {
  Windows windows;
  windows.estimate = darc::CapacityEstimate(kilobits_per_second(1000));
  windows.measured(3000, false, t0);
  windows.limited = true;
  CHECK(windows.measured(20, false, t0 + 10s) == Approx(1000));
  CHECK(windows.measured(20, true, t0 + 11s) == Approx(20));  // what a queue of others leaves is its rate now
  CHECK(windows.estimate.restart() == kilobits_per_second(1000));
  CHECK(windows.measured(20, false, t0 + 12s) == Approx(1000));
  windows.limited = false;
  CHECK(windows.measured(20, false, t0 + 30s) < 30);  // who uses what he has measures the link
}

TEST_CASE("What a queue showed of the bottleneck bounds what a call goes on with in DARC, until more is seen") {
  Windows windows;
  windows.estimate = darc::CapacityEstimate(kilobits_per_second(1000));
  windows.measured(300, true, t0);
  windows.limited = true;
  CHECK(windows.measured(20, false, t0 + 10s) == Approx(300));
  windows.limited = false;
  windows.measured(600, false, t0 + 11s);
  windows.limited = true;
  CHECK(windows.measured(20, false, t0 + 30s) == Approx(600));
  windows.limited = false;
  windows.measured(2000, true, t0 + 31s);
  windows.limited = true;
  CHECK(windows.measured(20, false, t0 + 60s) == Approx(1000));
  windows.most_restart = kilobits_per_second(400);  // as packet pairs say
  CHECK(windows.measured(20, false, t0 + 90s) == Approx(400).epsilon(0.01));
}

TEST_CASE("Beside a TCP DARC neither keeps the rate of a source that limits itself nor learns of it") {
  Windows windows;
  windows.estimate = darc::CapacityEstimate(kilobits_per_second(1000));
  windows.measured(1200, true, t0);
  windows.limited = true;
  windows.keeps_restart = false;
  CHECK(windows.measured(20, true, t0 + 10s) == Approx(20));
  CHECK(windows.measured(20, false, t0 + 11s) == Approx(20));
  CHECK(windows.estimate.restart() == kilobits_per_second(1000));
}

TEST_CASE("A probe that finds less than a call begins with is believed by DARC") {
  Windows windows;
  windows.estimate = darc::CapacityEstimate(kilobits_per_second(1000));
  windows.measured(100, false, t0);
  windows.limited = true;
  windows.estimate.set(kilobits_per_second(400));
  CHECK(windows.measured(20, false, t0 + 100ms) == Approx(400));
  windows.estimate.set(kilobits_per_second(3000));
  CHECK(windows.measured(20, false, t0 + 60s) == Approx(1000));
}
