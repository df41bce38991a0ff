#include "core/control/darc/start.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr DataRate kbps(double n) { return kilobits_per_second(n); }

}  // namespace

TEST_CASE("DARC's start grows by its factor as far as three times what is delivered") {
  const darc::Start start(kbps(300));
  struct Row {
    double rate;
    double delivered;
    double growth;
    double expected;
  };
  const auto row = GENERATE(values<Row>({{300, 250, 2, 600},
                                         {600, 250, 2, 750},  // 3 x 250
                                         {300, 10, 2, 300},   // never below the start for want of deliveries
                                         {1000, 1000, 1.5, 1500},
                                         {4000, 100, 2, 2000}}));  // falls by a half at most
  const auto next = start.next(kbps(row.rate), {kbps(row.delivered), {}}, row.growth);
  REQUIRE(next);
  CHECK(next->kbps() == Approx(row.expected));
}

TEST_CASE("DARC's start ends at nine tenths of what packet pairs say") {
  const darc::Start start(kbps(300));
  CHECK(start.next(kbps(600), {kbps(2000), kbps(1000)}, 2)->kbps() == Approx(900));
  CHECK(start.next(kbps(899), {kbps(2000), kbps(1000)}, 2)->kbps() == Approx(900));
  CHECK_FALSE(start.next(kbps(900), {kbps(2000), kbps(1000)}, 2));
  CHECK_FALSE(start.next(kbps(1500), {kbps(2000), kbps(1000)}, 2));
}
