#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "gui/backend/picture_slot.h"
#include "gui/call/paint_latency.h"
#include "tests/gui/call_pictures.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("a slot gives its newest picture, once") {
  PictureSlot slot;
  CHECK_FALSE(slot.take());
  const auto before = std::chrono::steady_clock::now();
  slot.put(grey_picture(2, 2, 1));
  slot.put(grey_picture(2, 2, 2));
  const auto entry = slot.take();
  REQUIRE(entry);
  CHECK(entry->picture->y()[0] == 2);
  CHECK(entry->put >= before);
  CHECK(entry->put <= std::chrono::steady_clock::now());
  CHECK_FALSE(slot.take());
}

TEST_CASE("a slot reports every picture until it is switched off") {
  PictureSlot slot;
  int told = 0;
  slot.notify([&] { ++told; });
  slot.put(grey_picture(2, 2, 1));
  slot.put(grey_picture(2, 2, 2));
  CHECK(told == 2);
  slot.notify({});
  slot.put(grey_picture(2, 2, 3));
  CHECK(told == 2);
}

TEST_CASE("an owner takes back only its own notification") {
  PictureSlot slot;
  const int first = 0;
  const int second = 0;
  int told = 0;
  slot.notify([] { FAIL("the first one was replaced"); }, &first);
  slot.notify([&] { ++told; }, &second);
  slot.notify({}, &first);
  slot.put(grey_picture(2, 2, 1));
  CHECK(told == 1);
  slot.notify({}, &second);
  slot.put(grey_picture(2, 2, 1));
  CHECK(told == 1);
}

TEST_CASE("once a notification is taken back, it does not run") {
  PictureSlot slot;
  std::thread putter([&] {
    for (int i = 0; i < 2000; ++i) slot.put(grey_picture(2, 2, 1));
  });
  for (int i = 0; i < 500; ++i) {
    // Not atomic: the lock of the slot is what keeps it safe, and ThreadSanitizer says where it does not.
    auto told = std::make_unique<int>(0);
    slot.notify([&told] { ++*told; });
    slot.notify({});
  }
  putter.join();
  CHECK(slot.take());
}

TEST_CASE("paint latency has no percentiles without pictures") {
  const PaintLatency none;
  CHECK(none.painted() == 0);
  CHECK(none.p95() == Duration::zero());
  CHECK(none.max() == Duration::zero());
}

TEST_CASE("paint latency is nearest rank, rounded up to a tenth of a millisecond") {
  PaintLatency latency;
  for (int i = 0; i < 94; ++i) latency.add_painted(1050us);
  for (int i = 0; i < 5; ++i) latency.add_painted(4250us);
  latency.add_painted(7s);
  latency.add_replaced(3);
  CHECK(latency.painted() == 100);
  CHECK(latency.replaced() == 3);
  CHECK(latency.p50() == 1100us);
  CHECK(latency.percentile(0.94) == 1100us);
  CHECK(latency.p95() == 4300us);
  CHECK(latency.percentile(1) == 7s);
  CHECK(latency.max() == 7s);
}

TEST_CASE("a percentile is never above the maximum") {
  PaintLatency latency;
  latency.add_painted(1010us);
  CHECK(latency.p50() == 1010us);
}
