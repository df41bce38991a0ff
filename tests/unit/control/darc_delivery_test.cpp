#include "core/control/darc/delivery.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr RemoteTime r0{7000s};

/// Packets of 1250 bytes that arrive 10 ms apart, 1 Mbit/s, the first of them at r0.
darc::Delivery steady(int packets) {
  darc::Delivery delivery;
  for (int i = 0; i < packets; ++i) delivery.on_arrival(r0 + i * 10ms, bytes(1250), 5ms);
  return delivery;
}

}  // namespace

TEST_CASE("DARC measures no delivery before two packets came or where they span less than half of the window") {
  CHECK_FALSE(darc::Delivery().over(100ms));
  CHECK_FALSE(steady(1).over(1ns));
  CHECK(steady(2).over(20ms));
  const darc::Delivery delivery = steady(10);  // 90 ms
  CHECK(delivery.over(180ms));
  CHECK_FALSE(delivery.over(180ms + 2ns));
}

TEST_CASE("What arrives is measured over the window and without the packet that begins it") {
  const darc::Delivery delivery = steady(10);
  const auto window = delivery.over(50ms);  // the arrivals at 40 to 90 ms
  REQUIRE(window);
  CHECK(window->span == 50ms);
  CHECK(window->rate == megabits_per_second(1));
  CHECK(window->loss == 0);
  const auto longer = delivery.over(51ms);  // from 30 ms: the first that is not within the window
  REQUIRE(longer);
  CHECK(longer->span == 60ms);
  CHECK(longer->rate == megabits_per_second(1));

  darc::Delivery uneven;
  uneven.on_arrival(r0, bytes(1000), 0ms);
  uneven.on_arrival(r0 + 10ms, bytes(500), 0ms);
  uneven.on_arrival(r0 + 20ms, bytes(250), 0ms);
  REQUIRE(uneven.over(20ms));
  CHECK(uneven.over(20ms)->rate == kilobits_per_second(300));  // 750 bytes in 20 ms
}

TEST_CASE("DARC's window knows the least queue of its packets alone") {
  darc::Delivery delivery;
  delivery.on_arrival(r0, bytes(1000), 1ms);
  delivery.on_arrival(r0 + 10ms, bytes(1000), 7ms);
  delivery.on_arrival(r0 + 20ms, bytes(1000), 4ms);
  delivery.on_arrival(r0 + 30ms, bytes(1000), 9ms);
  CHECK(delivery.over(30ms)->least_queue == 1ms);
  CHECK(delivery.over(20ms)->least_queue == 4ms);
  CHECK(delivery.over(10ms)->least_queue == 4ms);
  delivery.on_arrival(r0 + 40ms, bytes(1000), 8ms);
  CHECK(delivery.over(10ms)->least_queue == 8ms);
}

TEST_CASE("A packet whose queue is not known counts for DARC as delivered alone") {
  darc::Delivery delivery;
  delivery.on_arrival(r0, bytes(1000), Duration::max());
  delivery.on_arrival(r0 + 10ms, bytes(500), 7ms);
  delivery.on_arrival(r0 + 20ms, bytes(1500), Duration::max());
  REQUIRE(delivery.over(20ms));
  CHECK(delivery.over(20ms)->rate == kilobits_per_second(800));  // 2000 bytes in 20 ms
  CHECK(delivery.over(20ms)->least_queue == 7ms);
}

TEST_CASE("A packet that was overtaken counts for DARC as arrived with the one before it") {
  darc::Delivery delivery;
  for (const Duration at : {0ms, 10ms, 5ms, 20ms}) delivery.on_arrival(r0 + at, bytes(1000), 0ms);
  CHECK(delivery.over(20ms)->rate == kilobits_per_second(1200));  // 3000 bytes in 20 ms
  const auto window = delivery.over(10ms);                        // from the later of the two at 10 ms
  REQUIRE(window);
  CHECK(window->span == 10ms);
  CHECK(window->rate == kilobits_per_second(800));
}

TEST_CASE("DARC's loss is a share of bytes within the window") {
  darc::Delivery delivery;
  delivery.on_lost(1, bytes(9000));  // before any arrival: no place for it
  delivery.on_arrival(r0, bytes(1000), 3ms);
  delivery.on_lost(2, bytes(2000));
  delivery.on_arrival(r0 + 10ms, bytes(1000), 3ms);
  delivery.on_lost(3, bytes(500));
  delivery.on_arrival(r0 + 20ms, bytes(1500), 3ms);
  const auto all = delivery.over(20ms);
  REQUIRE(all);
  CHECK(all->loss == Approx(2500.0 / 6000));   // lost 2500, received 3500
  CHECK(all->rate == megabits_per_second(1));  // 2500 bytes in 20 ms: nothing lost arrives
  CHECK(all->least_queue == 3ms);
  CHECK(delivery.over(10ms)->loss == Approx(500.0 / 3000));
  delivery.on_lost(4, bytes(3000));  // after the last arrival
  CHECK(delivery.over(10ms)->loss == Approx(3500.0 / 6000));
  CHECK(delivery.over(10ms)->span == 10ms);
}

TEST_CASE("What came late counts for DARC as what arrived, and as lost no more") {
  darc::Delivery delivery;
  delivery.on_arrival(r0, bytes(1000), 3ms);
  delivery.on_lost(7, bytes(1000));
  delivery.on_lost(8, bytes(1000));
  delivery.on_arrival(r0 + 10ms, bytes(1000), 3ms);
  delivery.on_late(7, r0 + 15ms, bytes(1000));
  delivery.on_arrival(r0 + 20ms, bytes(1000), 3ms);
  const auto all = delivery.over(20ms);
  REQUIRE(all);
  CHECK(all->loss == Approx(0.2));                // one of five
  CHECK(all->rate == kilobits_per_second(1200));  // 3000 bytes in 20 ms
  CHECK(all->least_queue == 3ms);                 // that of a late one tells nothing
}

TEST_CASE("DARC keeps arrivals for 2 s") {
  darc::Delivery delivery;
  delivery.on_arrival(r0, bytes(1000), 0ms);
  delivery.on_arrival(r0 + 2s, bytes(500), 0ms);
  REQUIRE(delivery.over(3s));
  CHECK(delivery.over(3s)->span == 2s);
  CHECK(delivery.over(3s)->rate == kilobits_per_second(2));
  delivery.on_arrival(r0 + 2s + 1ns, bytes(500), 0ms);
  CHECK_FALSE(delivery.over(3s));  // 1 ns is left
}

TEST_CASE("DARC's delivery holds at the ends of time and is empty after a reset") {
  darc::Delivery delivery;
  constexpr Duration far(1'000'000'000'000'000'000);
  delivery.on_arrival(RemoteTime(-far), bytes(1000), far);
  delivery.on_arrival(RemoteTime(far), bytes(1000), far);
  CHECK_FALSE(delivery.over(100ms));
  delivery.on_arrival(RemoteTime(far + 100ms), bytes(1000), far);
  REQUIRE(delivery.over(100ms));
  CHECK(delivery.over(100ms)->rate == kilobits_per_second(80));
  CHECK(delivery.over(100ms)->least_queue == far);
  delivery.reset();
  CHECK_FALSE(delivery.over(100ms));
  delivery.on_arrival(r0, bytes(1000), 0ms);
  delivery.on_arrival(r0 + 100ms, bytes(1000), 0ms);
  REQUIRE(delivery.over(100ms));
  CHECK(delivery.over(100ms)->span == 100ms);
}
