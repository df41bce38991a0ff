#include "core/telemetry/spsc_ring.h"

#include <catch2/catch.hpp>
#include <thread>

#include "core/telemetry/sample.h"

using namespace evenkeel;

TEST_CASE("a ring gives back in order, and counts what it has no room for") {
  SpscRing<int> ring(3);
  CHECK(ring.capacity() == 3);
  CHECK_FALSE(ring.pop());
  for (int round = 0; round < 5; ++round) {
    CHECK(ring.push(1));
    CHECK(ring.push(2));
    CHECK(ring.push(3));
    CHECK_FALSE(ring.push(4));
    CHECK(ring.pop() == 1);
    CHECK(ring.pop() == 2);
    CHECK(ring.pop() == 3);
    CHECK_FALSE(ring.pop());
  }
  CHECK(ring.dropped() == 5);
}

TEST_CASE("a ring without room has room for one") {
  SpscRing<int> ring(0);
  CHECK(ring.push(1));
  CHECK_FALSE(ring.push(2));
  CHECK(ring.pop() == 1);
}

TEST_CASE("between two threads nothing is torn, doubled or out of order") {
  constexpr int total = 200'000;
  SpscRing<Sample> ring(64);
  std::thread producer([&ring] {
    for (int i = 1; i <= total; ++i) {
      Sample sample;
      sample.time = Duration(i);
      sample.outstanding_bytes = i;
      ring.push(sample);
    }
    Sample end;
    while (!ring.push(end)) std::this_thread::yield();
  });
  std::int64_t previous = 0;
  int received = 0;
  bool in_order = true;
  for (bool done = false; !done;) {
    const auto sample = ring.pop();
    if (!sample) {
      std::this_thread::yield();
      continue;
    }
    done = sample->time.count() == 0;
    if (done) break;
    in_order = in_order && sample->time.count() > previous &&
               sample->outstanding_bytes == static_cast<double>(sample->time.count());
    previous = sample->time.count();
    ++received;
  }
  producer.join();
  CHECK(in_order);
  CHECK(received > 0);
  // Refusals of the end mark count too.
  CHECK(static_cast<std::uint64_t>(received) + ring.dropped() >= static_cast<std::uint64_t>(total));
}
