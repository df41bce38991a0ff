#include "core/theory/arc_theory.h"

#include <catch2/catch.hpp>
#include <deque>

using namespace evenkeel;

namespace {

/// Eqs 1 and 3 and one bottleneck in small steps, in packets: the law itself, without packets or reports.
struct Fluid {
  ArcParameters p;
  double capacity;  // packets/s
  double min_rtt;   // s
  double w = 0;
  double q = 0;
  double rate = 0;
  double time = 0;

  void run(double until) {
    constexpr double dt = 1e-3;
    for (; time < until; time += dt) {
      const double alpha = to_seconds(p.alpha);
      if (q < p.qthresh) w += dt / alpha;
      sent.push_back(rate * dt);
      out += sent.back();
      const double rtt = min_rtt + q / capacity;
      for (; static_cast<double>(sent.size()) * dt > rtt; sent.pop_front()) out -= sent.front();
      rate = std::max(0.0, p.k * (w - q - out));
      q = std::max(0.0, q + (rate - capacity) * dt);
    }
  }
  std::deque<double> sent;
  double out = 0;
};

}  // namespace

TEST_CASE("The ramp of the paper's constants: 1.48 packets/s^2 at 250 ms") {
  CHECK(arc_ramp({}, 250ms) == Approx(1.4815).epsilon(1e-4));
  CHECK(arc_ramp({}, 50ms) == Approx(1.626).epsilon(1e-3));
  CHECK(arc_steepest_ramp({}) == Approx(1.6667).epsilon(1e-4));
  CHECK(arc_ramp({}, 0ms) == Approx(arc_steepest_ramp({})));
}

TEST_CASE("Ramp, backlog and window are those of the fluid law in small steps") {
  struct Row {
    double k;
    Duration alpha;
    int qthresh;
    Duration min_rtt;
  };
  const auto row = GENERATE(values<Row>({{0.5, 300ms, 10, 100ms},
                                         {0.5, 300ms, 10, 250ms},
                                         {1, 300ms, 10, 50ms},
                                         {0.5, 100ms, 5, 100ms},
                                         {0.3, 500ms, 30, 100ms},
                                         {0.5, 20ms, 2, 100ms}}));
  Fluid fluid;
  fluid.p.k = row.k;
  fluid.p.alpha = row.alpha;
  fluid.p.qthresh = row.qthresh;
  fluid.capacity = 200;
  fluid.min_rtt = to_seconds(row.min_rtt);
  fluid.run(4);
  const double before = fluid.rate;
  fluid.run(7);
  CAPTURE(row.k, to_seconds(row.alpha), row.qthresh);
  CHECK((fluid.rate - before) / 3 == Approx(arc_ramp(fluid.p, row.min_rtt)).epsilon(0.01));
  fluid.run(600);
  CHECK(fluid.rate == Approx(200).epsilon(1e-3));
  fluid.p.packet = bytes(1000);
  const DataRate capacity = kilobits_per_second(1600);
  const double backlog = arc_backlog(fluid.p, arc_round_trip(fluid.p, row.qthresh, capacity, row.min_rtt));
  CHECK(fluid.q == Approx(backlog).epsilon(0.02));
  const double window = arc_window(fluid.p, backlog, capacity, row.min_rtt);
  CHECK(fluid.w == Approx(window / 1000).epsilon(0.01));
}

TEST_CASE("The backlog stays finite at the ends of the ranges") {
  ArcParameters p;
  for (const double k : {0.01, 10.0}) {
    for (const Duration alpha : {1ms, 10'000ms}) {
      for (const int qthresh : {1, 1000}) {
        p.k = k;
        p.alpha = alpha;
        p.qthresh = qthresh;
        CHECK(arc_backlog(p, 100ms) >= qthresh);
        CHECK(arc_backlog(p, 100ms) <= qthresh + (1 / k + 0.1) / (4 * to_seconds(alpha)) * (1 + 1e-9));
      }
    }
  }
}

TEST_CASE("A backlog in time at the bottleneck") {
  CHECK(to_milliseconds(arc_queueing_delay({}, 10, kilobits_per_second(2500))) == Approx(48));
  CHECK(to_milliseconds(arc_queueing_delay({}, 10, kilobits_per_second(1000))) == Approx(120));
}
