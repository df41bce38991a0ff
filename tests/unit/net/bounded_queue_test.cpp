#include "core/net/bounded_queue.h"

#include <catch2/catch.hpp>
#include <memory>
#include <thread>

#include "core/net/sample_ring.h"

using namespace evenkeel;

TEST_CASE("First in, first out, and no more than the limit") {
  BoundedQueue<std::unique_ptr<int>> queue(2);
  CHECK_FALSE(queue.try_pop());
  CHECK(queue.push(std::make_unique<int>(1)));
  CHECK(queue.push(std::make_unique<int>(2)));
  auto third = std::make_unique<int>(3);
  CHECK_FALSE(queue.push(std::move(third)));
  REQUIRE(third);  // unchanged
  CHECK(queue.size() == 2);
  CHECK(**queue.try_pop() == 1);
  CHECK(queue.push(std::move(third)));
  CHECK(**queue.pop(0ms) == 2);
  CHECK(**queue.pop(1h) == 3);
  CHECK_FALSE(queue.pop(1ms));
}

TEST_CASE("Closed it takes nothing more, gives out what it has, and waits for nothing") {
  BoundedQueue<int> queue(4);
  queue.push(1);
  queue.close();
  CHECK_FALSE(queue.push(2));
  CHECK(queue.pop(1h) == 1);
  CHECK_FALSE(queue.pop(1h));
}

TEST_CASE("Closing wakes who waits") {
  BoundedQueue<int> queue(4);
  std::optional<int> element = 1;
  std::thread waits([&] { element = queue.pop(1h); });
  queue.close();
  waits.join();
  CHECK_FALSE(element);
}

TEST_CASE("Who waits is woken without an element, once, also by a call before") {
  BoundedQueue<int> queue(4);
  queue.wake();
  CHECK_FALSE(queue.pop(1h));
  CHECK_FALSE(queue.pop(1ms));
  std::optional<int> element = 1;
  std::thread waits([&] { element = queue.pop(1h); });
  queue.wake();
  waits.join();
  CHECK_FALSE(element);
  queue.wake();
  queue.push(7);
  CHECK(queue.pop(1h) == 7);
}

TEST_CASE("Everything gets from thread to thread in order") {
  BoundedQueue<int> queue(8);
  std::thread producer([&] {
    for (int i = 0; i < 20'000;) i += queue.push(int(i)) ? 1 : 0;
    queue.close();
  });
  int expected = 0;
  while (const auto element = queue.pop(10s)) {
    if (*element != expected) break;
    ++expected;
  }
  producer.join();
  CHECK(expected == 20'000);
}

TEST_CASE("All threads sample at the same instants, and skip those slept through") {
  constexpr LocalTime start{1234567us};
  SampleGrid grid(start);
  CHECK(grid.next() == start + 100ms);
  CHECK_FALSE(grid.due(start + 99ms));
  CHECK(grid.due(start + 107ms) == 100ms);
  CHECK_FALSE(grid.due(start + 107ms));
  CHECK(grid.next() == start + 200ms);
  CHECK(grid.due(start + 200ms) == 200ms);
  CHECK(grid.due(start + 999ms) == 900ms);
  CHECK(grid.next() == start + 1s);
}

TEST_CASE("While nothing happens all threads sample on whole seconds, and at once every 100 ms again") {
  constexpr LocalTime start{1234567us};
  SampleGrid grid(start);
  CHECK(grid.next(true) == start + 1s);
  CHECK_FALSE(grid.due(start + 999ms, true));
  CHECK(grid.due(start + 1s, true) == 1s);
  CHECK(grid.next(true) == start + 2s);
  CHECK(grid.due(start + 1250ms) == 1200ms);
  CHECK(grid.next(true) == start + 2s);
  CHECK(grid.due(start + 1900ms) == 1900ms);
  CHECK(grid.next(true) == start + 2s);
}
