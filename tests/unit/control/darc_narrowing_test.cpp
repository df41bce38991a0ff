#include "core/control/darc/departure.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// Reports 50 ms apart; of a queue that grows by so much from one to the next.
struct Reports {
  darc::Narrowing narrowing;
  Duration queue = 100ms;
  LocalTime now = t0;

  std::optional<double> next(Duration growth) { return narrowing.on_report(queue += growth, now += 50ms); }
  /// What is left at the first report that finds a narrower bottleneck; none: none of so many did.
  std::optional<double> run(int reports, Duration growth) {
    for (int i = 0; i < reports; ++i) {
      if (const auto left = next(growth)) return left;
    }
    return std::nullopt;
  }
};

}  // namespace

TEST_CASE("A queue that grows by a quarter of the time for a second tells DARC of a narrower bottleneck") {
  Reports reports;
  CHECK_FALSE(reports.run(1, 0ms));
  CHECK_FALSE(reports.run(19, 40ms));
  const auto left = reports.next(40ms);
  REQUIRE(left);
  CHECK(*left == Approx(0.2));         // 40 of 50 ms did not pass
  CHECK_FALSE(reports.run(20, 25ms));  // begins anew with the first
  REQUIRE(reports.next(25ms));
}

TEST_CASE("A queue that grows slowly, or not for long, is no narrower bottleneck for DARC") {
  Reports slow;
  CHECK_FALSE(slow.run(200, 12ms));
  Reports saw;
  for (int i = 0; i < 20; ++i) {
    CHECK_FALSE(saw.run(15, 30ms));
    CHECK_FALSE(saw.next(-450ms));
  }
}

TEST_CASE("DARC's queue may grow in steps") {
  Reports reports;
  CHECK_FALSE(reports.run(1, 0ms));
  reports.next(300ms);
  CHECK_FALSE(reports.run(18, 0ms));  // 300 of 950 ms
  const auto left = reports.next(0ms);
  REQUIRE(left);
  CHECK(*left == Approx(0.7));
}

TEST_CASE("DARC forgets a growth at a reset") {
  Reports reports;
  CHECK_FALSE(reports.run(15, 40ms));
  reports.narrowing.reset();
  CHECK_FALSE(reports.run(20, 40ms));
  CHECK(reports.next(40ms));
}
