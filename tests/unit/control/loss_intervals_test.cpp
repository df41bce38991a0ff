#include "core/control/loss_intervals.h"

#include <catch2/catch.hpp>
#include <initializer_list>

using namespace evenkeel;

namespace {

/// I_1 is the last one named.
LossIntervals closed(std::initializer_list<double> packets, const LossAveraging& averaging = {}) {
  LossIntervals intervals;
  for (const double n : packets) intervals.on_loss_event(n, averaging);
  return intervals;
}

LossIntervals tens(const LossAveraging& averaging) { return closed({10, 10, 10, 10, 10, 10, 10, 10, 10}, averaging); }

}  // namespace

TEST_CASE("TFRC's weights: 1 for the newer half, then falling") {
  const double eight[] = {1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2};
  for (int i = 0; i < 8; ++i) CHECK(LossIntervals::weight(i, 8) == Approx(eight[i]));
  for (int i = 0; i < 8; ++i) CHECK(LossIntervals::weight(i, 16) == 1);
  CHECK(LossIntervals::weight(8, 16) == Approx(16.0 / 18));
  CHECK(LossIntervals::weight(15, 16) == Approx(2.0 / 18));
  CHECK(LossIntervals::weight(0, 2) == 1);
  CHECK(LossIntervals::weight(1, 2) == 0.5);
  for (int n = 2; n <= LossIntervals::most; ++n) {
    for (int i = 1; i < n; ++i) {
      CHECK(LossIntervals::weight(i, n) <= LossIntervals::weight(i - 1, n));
      CHECK(LossIntervals::weight(i, n) > 0);
    }
  }
}

TEST_CASE("TFRC's average loss interval counts the current one only where that makes it longer") {
  LossIntervals intervals = closed({2, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(intervals.closed_mean({}) == Approx(38.0 / 6));
  CHECK(intervals.mean({}) == Approx(38.0 / 6));  // I_0 = 1
  intervals.set_current(20);
  CHECK(intervals.mean({}) == Approx(54.0 / 6));
  intervals.set_current(9.2);  // (9.2 + 34)/6 is more than 38/6
  CHECK(intervals.mean({}) == Approx(43.2 / 6));
  intervals.set_current(3.9);
  CHECK(intervals.mean({}) == Approx(38.0 / 6));
}

TEST_CASE("TFRC's average of fewer intervals than n: the oldest one stands at the end of the sums") {
  LossIntervals intervals;
  CHECK(intervals.empty());
  intervals = closed({10, 20, 30});
  CHECK_FALSE(intervals.empty());
  intervals.set_current(5);
  CHECK(intervals.mean({}) == Approx(20));  // (30 + 20 + 10) / 3; with I_0 it were (5 + 30 + 20) / 3
  intervals.set_current(50);
  CHECK(intervals.mean({}) == Approx(100.0 / 3));
  intervals = closed({85});
  CHECK(intervals.mean({}) == 85);
  intervals.set_current(86);
  CHECK(intervals.mean({}) == 86);
}

TEST_CASE("TFRC averages 2 to 64 intervals and can change their number as it runs") {
  LossIntervals intervals;
  for (int i = 0; i < 200; ++i) intervals.on_loss_event(i < 190 ? 100 : 10, {});
  CHECK(intervals.mean({2}) == Approx(10));
  CHECK(intervals.mean({8}) == Approx(10));
  double before = 10;
  for (int n = 16; n <= 64; n += 8) {
    CHECK(intervals.mean({n}) > before);
    before = intervals.mean({n});
  }
  CHECK(before < 100);
}

TEST_CASE("TFRC's history discounting by hand") {
  const LossAveraging plain;
  const LossAveraging discounting{8, true, 0.25};
  LossIntervals intervals = tens(discounting);
  intervals.set_current(20);  // not above twice the mean
  CHECK(intervals.general_discount(discounting) == 1);
  CHECK(intervals.mean(discounting) == Approx(intervals.mean(plain)));
  intervals.set_current(40);
  CHECK(intervals.general_discount(discounting) == Approx(0.5));
  CHECK(intervals.mean(discounting) == Approx(65 / 3.5));
  CHECK(intervals.mean(plain) == Approx(90.0 / 6));
  intervals.set_current(400);
  CHECK(intervals.general_discount(discounting) == 0.25);
  CHECK(intervals.mean(discounting) == Approx(412.5 / 2.25));
  CHECK(intervals.mean({8, true, 0.5}) == Approx(425 / 3.5));  // RFC 3448
}

TEST_CASE("TFRC's discounts go with their intervals into the past") {
  const LossAveraging discounting{8, true, 0.25};
  LossIntervals intervals = tens(discounting);
  intervals.on_loss_event(40, discounting);  // its length sets the last discount, whatever was told before
  CHECK(intervals.closed_mean(discounting) == Approx(65 / 3.5));
  CHECK(intervals.closed_mean({}) == Approx(90.0 / 6));
  CHECK(intervals.general_discount(discounting) == 1);  // I_0 is 1 again
  intervals.on_loss_event(20, discounting);
  CHECK(intervals.closed_mean(discounting) == Approx(80.0 / 4));
}

TEST_CASE("TFRC's intervals are never shorter than a packet") {
  LossIntervals intervals = closed({0, -5, 0.1});
  CHECK(intervals.mean({}) == 1);
}

TEST_CASE("TFRC: a loss event that is taken back leaves what would be without it") {
  const LossAveraging averaging{.discounting = GENERATE(false, true)};
  const auto expected = [&](std::initializer_list<double> packets, double current) {
    LossIntervals intervals;
    for (const double n : packets) {
      intervals.set_current(n);
      intervals.on_loss_event(n, averaging);
    }
    intervals.set_current(current);
    return intervals;
  };
  SECTION("the last") {
    LossIntervals intervals = expected({10, 20, 30}, 5);
    intervals.take_back(0);
    CHECK(intervals.mean(averaging) == Approx(expected({10, 20}, 35).mean(averaging)));
    CHECK(intervals.current() == 35);
  }
  SECTION("the one before") {
    LossIntervals intervals = expected({10, 12, 11, 9}, 5);
    intervals.take_back(1);
    CHECK(intervals.closed_mean(averaging) == Approx(expected({10, 12, 20}, 5).closed_mean(averaging)));
  }
  SECTION("the only one") {
    LossIntervals intervals = expected({10}, 5);
    intervals.take_back(0);
    CHECK(intervals.empty());
    intervals.take_back(0);
    CHECK(intervals.empty());
  }
  SECTION("one that is long forgotten") {
    LossIntervals intervals = expected({10, 20}, 5);
    intervals.take_back(7);
    CHECK(intervals.mean(averaging) == Approx(expected({10, 20}, 5).mean(averaging)));
  }
}
