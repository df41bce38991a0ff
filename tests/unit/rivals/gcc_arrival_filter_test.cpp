#include "core/control/rivals/gcc/arrival_filter.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "gcc_feed.h"

using namespace evenkeel;
using namespace evenkeel::gcc;
using namespace evenkeel::test;

TEST_CASE("GCC-2016's filter by hand: one group") {
  const ArrivalFilterParameters p;
  ArrivalFilter filter;
  GroupFeed feed;
  filter.add(feed.next(2ms), p);
  // The interval of 10 ms makes the exponent 0.3.
  const double alpha = std::pow(0.99, 0.3);
  const double variance = alpha + (1 - alpha) * 4;
  CHECK(filter.noise_variance() == Approx(variance));
  const double k = 0.101 / (variance + 0.101);
  CHECK(filter.gradient() == Approx(2 * k));
  CHECK(filter.modified() == Approx(2 * k));
}

TEST_CASE("GCC-2016's filter converges to a constant gradient, scaled by up to 60 groups") {
  const double gradient = GENERATE(-2.0, -0.1, 0.0, 0.2, 5.0);
  ArrivalFilter filter;
  GroupFeed feed;
  feed.sending = 20ms;
  for (int i = 0; i < 600; ++i) filter.add(feed.next(from_seconds(gradient / 1000)), {});
  CHECK(filter.gradient() == Approx(gradient).margin(1e-3));
  CHECK(filter.modified() == Approx(60 * gradient).margin(0.06));
}

TEST_CASE("GCC-2016's filter finds the gradient in noise, and the noise's variance") {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0, 0.003);
  ArrivalFilterParameters p;
  p.q = 1e-5;
  ArrivalFilter filter;
  GroupFeed feed;
  feed.sending = 33ms;
  for (int i = 0; i < 20'000; ++i) filter.add(feed.next(from_seconds(0.0005 + noise(random))), p);
  CHECK(filter.gradient() == Approx(0.5).margin(0.3));
  CHECK(filter.noise_variance() == Approx(9).epsilon(0.35));
}

TEST_CASE("GCC-2016's filter moves at one outlier by no more than three deviations allow") {
  ArrivalFilter filter;
  GroupFeed feed;
  for (int i = 0; i < 300; ++i) filter.add(feed.next(0ms), {});
  filter.add(feed.next(10s), {});
  CHECK(filter.gradient() > 0);
  CHECK(filter.gradient() < 0.1);
  CHECK(filter.noise_variance() < 1.2);
}

TEST_CASE("GCC-2016's filter learns slower where groups come faster") {
  const auto variance_after = [](Duration sending) {
    ArrivalFilter filter;
    GroupFeed feed;
    feed.sending = sending;
    for (int i = 0; i < 50; ++i) filter.add(feed.next(i % 2 == 0 ? 3ms : -3ms), {});
    return filter.noise_variance();
  };
  CHECK(variance_after(5ms) < variance_after(33ms));
  CHECK(variance_after(0ms) == variance_after(5ms));  // no group is shorter
}
