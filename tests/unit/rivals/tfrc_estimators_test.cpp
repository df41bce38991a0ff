#include <catch2/catch.hpp>

#include "core/control/rivals/tfrc/loss_event_estimators.h"
#include "core/control/rivals/tfrc/tfrc.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("TFRC's estimators by hand") {
  LossEventEstimators e;
  CHECK(e.loss_event_rate() == 0);
  CHECK(e.mean_theta() == 0);
  CHECK(e.mean_inverse_theta_hat() == 0);
  CHECK(e.mean_rate() == DataRate());
  CHECK(e.basic_throughput() == DataRate());
  e.on_packets(100);
  e.on_loss_event(std::nullopt, 50, kilobits_per_second(500));
  const LossEventEstimators first = e;
  e.on_packets(60);
  e.on_loss_event(20, 40, kilobits_per_second(400));
  e.on_loss_event(30, 10, kilobits_per_second(100));
  CHECK(e.packets() == 160);
  CHECK(e.loss_events() == 3);
  CHECK(e.loss_event_rate() == Approx(3.0 / 160));
  CHECK(e.mean_theta() == Approx(25));
  CHECK(e.mean_theta_hat() == Approx(100.0 / 3));
  CHECK(e.mean_inverse_theta_hat() == Approx((0.02 + 0.025 + 0.1) / 3));
  CHECK(e.mean_rate().kbps() == Approx(1000.0 / 3));
  const LossEventEstimators later = e.since(first);
  CHECK(later.packets() == 60);
  CHECK(later.loss_event_rate() == Approx(2.0 / 60));
  CHECK(later.mean_theta() == Approx(25));
  CHECK(later.mean_theta_hat() == Approx(25));
  CHECK(later.variance_of_theta_hat() == Approx(225));
  CHECK(later.mean_inverse_theta_hat() == Approx(0.0625));
  CHECK(later.mean_rate().kbps() == Approx(250));
  CHECK(later.basic_throughput().kbps() == Approx(160));  // the harmonic mean
}

TEST_CASE("TFRC tells the estimators of a flow that loses every hundredth packet") {
  Tfrc tfrc;
  tfrc.start({}, 1, t0);
  PacketFeed feed(tfrc);
  feed.tells_sending = true;
  const auto run = [&](int events) {
    for (int i = 0; i < events; ++i) {
      feed.run(99);
      feed.next(false);
    }
  };
  run(20);
  const LossEventEstimators before = tfrc.estimators();
  CHECK(tfrc.loss_events() == 20);
  CHECK(tfrc.packets() == 2000);
  CHECK(tfrc.mean_theta() == 100);
  run(50);
  const LossEventEstimators late = tfrc.estimators().since(before);
  CHECK(late.loss_events() == 50);
  CHECK(late.packets() == 5000);
  CHECK(late.mean_theta() == Approx(100));
  CHECK(late.mean_theta_hat() == Approx(100));
  CHECK(late.variance_of_theta_hat() == Approx(0).margin(1e-6));
  CHECK(late.mean_inverse_theta_hat() == Approx(0.01));
  const DataRate rate = tcp_throughput({1250, 100ms, 400ms, 1}, 0.01);
  CHECK(late.mean_rate().bps() == Approx(rate.bps()));
  CHECK(late.basic_throughput().bps() == Approx(rate.bps()));
  CHECK(tfrc.mean_inverse_theta_hat() != Approx(0.01));  // with the synthetic interval of the beginning
  CHECK(tfrc.mean_equation_rate() != rate);
}
