#include <catch2/catch.hpp>
#include <cmath>

#include "core/control/rivals/gcc/acknowledged_rate.h"
#include "gcc_feed.h"

using namespace evenkeel;
using namespace evenkeel::gcc;
using namespace evenkeel::test;

namespace {

/// Packets of 1000 bytes.
template <class Estimator>
struct Feed {
  Estimator estimator;
  Duration sent{};
  Duration arrival{};

  void run(int packets, Duration sending, Duration arriving) {
    for (int i = 0; i < packets; ++i) {
      estimator.add(gcc_packet(sent += sending, arrival += arriving));
    }
  }
  double kbps() const { return estimator.estimate().value_or(DataRate()).kbps(); }
};

}  // namespace

TEST_CASE("GCC's robust throughput is the smaller of sending and arriving, from the tenth packet on") {
  Feed<RobustThroughput> feed;
  const auto [sending, arriving] = GENERATE(table<Duration, Duration>({{10ms, 12500us}, {12500us, 10ms}}));
  feed.run(9, sending, arriving);
  CHECK_FALSE(feed.estimator.estimate());
  feed.run(1, sending, arriving);
  CHECK(feed.kbps() == Approx(640));
  feed.run(1000, sending, arriving);
  CHECK(feed.kbps() == Approx(640));
}

TEST_CASE("GCC's robust throughput follows within a second, or 20 packets") {
  Feed<RobustThroughput> feed;
  feed.run(500, 10ms, 10ms);
  CHECK(feed.kbps() == Approx(800));
  feed.run(10, 50ms, 50ms);
  CHECK(feed.kbps() < 750);
  feed.run(15, 50ms, 50ms);
  CHECK(feed.kbps() == Approx(160));
  feed.run(30, 200ms, 200ms);
  CHECK(feed.kbps() == Approx(40));
}

TEST_CASE("GCC's robust throughput does not take one long gap for slowness") {
  Feed<RobustThroughput> feed;
  feed.run(100, 10ms, 10ms);
  feed.arrival += 600ms;  // the path stands still once, and goes on with that delay
  feed.run(40, 10ms, 10ms);
  CHECK(feed.kbps() == Approx(800).epsilon(0.02));
}

TEST_CASE("GCC's robust throughput begins anew at a leap of the peer's clock and after a restart") {
  Feed<RobustThroughput> feed;
  feed.run(100, 10ms, 10ms);
  const Duration leap = GENERATE(-1h, 1h);
  feed.arrival += leap;
  feed.run(9, 10ms, 20ms);
  CHECK_FALSE(feed.estimator.estimate());
  feed.run(1, 10ms, 20ms);
  CHECK(feed.kbps() == Approx(400));
  feed.estimator.restart(gcc_t0 + feed.sent + 100ms);
  feed.run(18, 10ms, 10ms);  // nine were sent before
  CHECK_FALSE(feed.estimator.estimate());
  feed.run(1, 10ms, 10ms);
  CHECK(feed.kbps() == Approx(800));
}

TEST_CASE("GCC's throughputs bear reordering, nothing but losses, and arrivals at one instant") {
  AcknowledgedRate rate;
  for (int i = 0; i < 100; ++i) rate.add(gcc_packet(i * 10ms, std::nullopt));
  for (int estimator : {0, 1, 7}) CHECK_FALSE(rate.estimate(estimator));
  for (int i = 0; i < 3000; ++i) rate.add(gcc_packet(0ms, 0ms));
  CHECK(rate.estimate(AcknowledgedRate::robust)->bps() > 0);
  CHECK(std::isfinite(rate.estimate(AcknowledgedRate::robust)->bps()));
  rate.restart(gcc_t0);
  for (int i = 0; i < 100; ++i) rate.add(gcc_packet(i * 10ms, (i ^ 3) * 10ms));
  CHECK(rate.estimate(AcknowledgedRate::robust)->kbps() == Approx(800).epsilon(0.05));
  CHECK(rate.estimate(AcknowledgedRate::bayesian)->kbps() == Approx(800).epsilon(0.1));
}

TEST_CASE("GCC's Bayesian throughput begins after 500 ms and follows the samples of 150 ms") {
  Feed<BayesianThroughput> feed;
  feed.run(50, 10ms, 10ms);
  CHECK_FALSE(feed.estimator.estimate());
  feed.run(2, 10ms, 10ms);
  CHECK(feed.kbps() == Approx(800).epsilon(0.03));
  feed.run(300, 10ms, 10ms);
  CHECK(feed.kbps() == Approx(800).epsilon(0.01));
  feed.run(16, 10ms, 20ms);  // one window at half of it moves it, but not all the way
  CHECK(feed.kbps() < 790);
  CHECK(feed.kbps() > 410);
  feed.run(200, 10ms, 20ms);
  CHECK(feed.kbps() == Approx(400).epsilon(0.08));
}

TEST_CASE("GCC's Bayesian throughput takes a pause for no sample") {
  Feed<BayesianThroughput> feed;
  feed.run(300, 10ms, 10ms);
  feed.arrival += 2s;
  feed.run(60, 10ms, 10ms);
  CHECK(feed.kbps() == Approx(800).epsilon(0.1));
}
