#include "core/control/rivals/gcc/loss_based.h"

#include <catch2/catch.hpp>

#include "gcc_feed.h"

using namespace evenkeel;
using namespace evenkeel::gcc;
using namespace evenkeel::test;

namespace {

constexpr DataRate delay_allows = megabits_per_second(50);

struct Loop {
  LossBased loss;
  LossBasedParameters p;
  LocalTime now = gcc_t0;
  DataRate by_delay = delay_allows;

  Loop() { loss.start(kilobits_per_second(1000), now, p); }

  /// 100 packets in 250 ms, so many of them lost.
  double kbps(int lost) {
    for (int i = 0; i < 100; ++i) loss.add(gcc_packet(0ms, i < lost ? std::nullopt : std::optional(0ms)));
    now += 250ms;
    return loss.update(by_delay, 100ms, now, p).kbps();
  }
};

}  // namespace

TEST_CASE("GCC's loss part: grows up to 2 %, holds up to 10 %, falls by half the loss above") {
  Loop loop;
  const auto [lost, expected] =
      GENERATE(table<int, double>({{0, 1081}, {2, 1081}, {3, 1000}, {10, 1000}, {11, 945}, {20, 900}, {100, 500}}));
  CHECK(loop.kbps(lost) == Approx(expected));
  CHECK(loop.loss.fraction_lost() == lost / 100.0);
}

TEST_CASE("GCC's loss part grows 8 % and 1 kbit/s from the least rate of a second") {
  Loop loop;
  CHECK(loop.kbps(0) == Approx(1081));
  CHECK(loop.kbps(0) == Approx(1081));
  CHECK(loop.kbps(0) == Approx(1081));
  for (int i = 0; i < 2; ++i) loop.kbps(0);
  CHECK(loop.loss.rate().kbps() == Approx(1081 * 1.08 + 1));
}

TEST_CASE("GCC's loss part cuts at most once per 300 ms and a round trip, and only for news") {
  Loop loop;
  CHECK(loop.kbps(20) == Approx(900));
  CHECK(loop.kbps(20) == Approx(900));  // 250 ms later
  CHECK(loop.kbps(20) == Approx(810));  // 500 ms
  loop.now += 10s;
  CHECK(loop.loss.update(delay_allows, 100ms, loop.now, loop.p).kbps() == Approx(810));  // no packet was told of
}

TEST_CASE("GCC's loss part judges by 20 packets and 200 ms at least") {
  Loop loop;
  for (int i = 0; i < 19; ++i) loop.loss.add(gcc_packet(0ms, std::nullopt));
  loop.loss.update(loop.by_delay, 100ms, loop.now + 1s, loop.p);
  CHECK(loop.loss.fraction_lost() == 0);
  loop.loss.add(gcc_packet(0ms, std::nullopt));
  loop.loss.update(loop.by_delay, 100ms, loop.now + 1s, loop.p);
  CHECK(loop.loss.fraction_lost() == 1);
  for (int i = 0; i < 100; ++i) loop.loss.add(gcc_packet(0ms, 0ms));
  loop.loss.update(loop.by_delay, 100ms, loop.now + 1199ms, loop.p);
  CHECK(loop.loss.fraction_lost() == 1);
  loop.loss.update(loop.by_delay, 100ms, loop.now + 1200ms, loop.p);
  CHECK(loop.loss.fraction_lost() == 0);
}

TEST_CASE("GCC takes the smaller of what delay and loss allow, and the loss part does not run away meanwhile") {
  Loop loop;
  loop.by_delay = kilobits_per_second(700);
  for (int i = 0; i < 40; ++i) CHECK(loop.kbps(0) == 700);
  loop.by_delay = delay_allows;
  CHECK(loop.kbps(5) == 700);
  CHECK(loop.kbps(0) == Approx(757));
}

TEST_CASE("GCC's loss part, set from outside, is free of the second before") {
  Loop loop;
  loop.loss.set(kilobits_per_second(3000), loop.now);
  CHECK(loop.kbps(0) == Approx(3241));
}

TEST_CASE("GCC-2016's loss part: 5 % per 200 ms") {
  Loop loop;
  loop.p = {.growth = 1.05, .growth_base = DataRate(), .period = 200ms};
  loop.loss.start(kilobits_per_second(1000), loop.now, loop.p);
  CHECK(loop.kbps(0) == Approx(1050));
  CHECK(loop.kbps(0) == Approx(1050 * 1.05));
}
