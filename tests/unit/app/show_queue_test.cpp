#include "app/call/show_queue.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// Shows what is due at `now`.
std::vector<int> shown(ShowQueue<int>& queue, LocalTime now) {
  std::vector<int> result;
  while (queue.take_overtaken(now)) {
  }
  while (const auto picture = queue.take_due(now)) result.push_back(*picture);
  return result;
}

}  // namespace

TEST_CASE("A picture is shown at its time, and not before") {
  ShowQueue<int> queue;
  CHECK_FALSE(queue.next_due());
  queue.push(1, t0);
  queue.push(2, t0 + 33ms);
  CHECK(queue.next_due() == t0);
  CHECK(shown(queue, t0 - 1ns).empty());
  CHECK(shown(queue, t0) == std::vector{1});
  CHECK(queue.next_due() == t0 + 33ms);
  CHECK(shown(queue, t0 + 33ms) == std::vector{2});
}

TEST_CASE("Of two that are due together the older one is shown first, for a refresh") {
  ShowQueue<int> queue;
  queue.push(1, t0);
  queue.push(2, t0);
  CHECK(shown(queue, t0) == std::vector{1});
  CHECK(queue.next_due() == t0 + ShowQueue<int>::shortest_show);
  CHECK(shown(queue, t0 + ShowQueue<int>::shortest_show - 1ns).empty());
  CHECK(shown(queue, t0 + ShowQueue<int>::shortest_show) == std::vector{2});
}

TEST_CASE("Of more than two the older ones are overtaken") {
  ShowQueue<int> queue;
  for (int picture = 1; picture <= 5; ++picture) queue.push(picture, t0 + picture * 1ms);
  CHECK_FALSE(queue.take_overtaken(t0 + 2ms));
  CHECK(queue.take_overtaken(t0 + 4ms) == 1);
  CHECK(queue.take_overtaken(t0 + 4ms) == 2);
  CHECK_FALSE(queue.take_overtaken(t0 + 4ms));
  CHECK(queue.take_overtaken(t0 + 5ms) == 3);
  CHECK(shown(queue, t0 + 5ms) == std::vector{4});
  CHECK(shown(queue, t0 + 30ms) == std::vector{5});
}

TEST_CASE("Pictures that all come late are not shown ever later") {
  ShowQueue<int> queue;
  LocalTime now = t0;
  std::vector<Duration> late;
  std::vector<LocalTime> due;
  for (int picture = 0; picture < 100; ++picture) {  // more than a screen shows
    due.push_back(t0 + picture * 10ms);
    queue.push(picture, due.back());
  }
  for (now = t0 + 40ms; now < t0 + 2s; now += 1ms) {
    for (const int picture : shown(queue, now)) late.push_back(now - due[static_cast<std::size_t>(picture)]);
  }
  REQUIRE(late.size() > 50);
  CHECK(*std::max_element(late.begin() + 1, late.end()) < 40ms);
}
