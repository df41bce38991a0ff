#include "core/control/rivals/gcc/trendline.h"

#include <catch2/catch.hpp>

#include "gcc_feed.h"

using namespace evenkeel;
using namespace evenkeel::gcc;
using namespace evenkeel::test;

TEST_CASE("GCC's trend by hand: two groups, no smoothing") {
  const TrendlineParameters p{2, 0, 4};
  Trendline line;
  line.add({10ms, 12ms, gcc_a0 + 12ms}, p);
  CHECK(line.slope() == 0);
  line.add({10ms, 13ms, gcc_a0 + 25ms}, p);  // delays 2 and 5 ms, 13 ms apart
  CHECK(line.slope() == Approx(3.0 / 13));
  CHECK(line.modified(p) == Approx(2 * 4 * 3.0 / 13));
}

TEST_CASE("GCC's trend by hand: three groups that lie on no line") {
  const TrendlineParameters p{3, 0, 1};
  Trendline line;
  line.add({10ms, 10ms, gcc_a0}, p);         // 0 ms
  line.add({10ms, 14ms, gcc_a0 + 10ms}, p);  // 4 ms
  line.add({10ms, 12ms, gcc_a0 + 20ms}, p);  // 6 ms
  CHECK(line.slope() == Approx(0.3));
}

TEST_CASE("GCC's trend of a linear ramp is its slope, from the 20th group on, scaled by up to 60 groups") {
  const TrendlineParameters p;
  Trendline line;
  GroupFeed feed;
  for (int n = 1; n < 20; ++n) {
    line.add(feed.next(500us), p);
    CHECK(line.slope() == 0);
  }
  line.add(feed.next(500us), p);
  CHECK(line.slope() > 0);
  CHECK(line.modified(p) == Approx(20 * 4 * line.slope()));
  for (int n = 20; n < 220; ++n) line.add(feed.next(500us), p);
  CHECK(line.slope() == Approx(0.5 / 10.5).epsilon(1e-6));
  CHECK(line.modified(p) == Approx(60 * 4 * 0.5 / 10.5).epsilon(1e-6));
}

TEST_CASE("GCC's trend survives groups that all arrive at one instant, and another length while it runs") {
  TrendlineParameters p;
  Trendline line;
  for (int n = 0; n < 50; ++n) line.add({10ms, 0ms, gcc_a0}, p);
  CHECK(line.slope() == 0);
  GroupFeed feed;
  for (int groups : {100, 2, 1000, -5, 20}) {
    p.groups = groups;
    for (int n = 0; n < 300; ++n) line.add(feed.next(100us), p);
    CHECK(line.slope() == Approx(0.1 / 10.1).epsilon(1e-3));
  }
}
