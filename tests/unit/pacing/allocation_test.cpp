#include <catch2/catch.hpp>

#include "core/pacing/send_loop_factory.h"
#include "tests/unit/allocation_counter.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

// Frames of 8 packets at 100 Hz, sent out in 1-ms steps.
void run(SendLoop& loop, LocalTime& now, int frames) {
  for (int frame = 0; frame < frames; ++frame) {
    for (std::uint32_t i = 0; i < 8; ++i) loop.enqueue({bytes(1200), i}, now);
    for (int step = 0; step < 10; ++step, now += 1ms) {
      while (loop.poll(now)) loop.on_sent(now);
    }
  }
}

}  // namespace

TEST_CASE("once warm, send loops allocate nothing") {
  for (auto name : send_loop_names()) {
    auto loop = make_send_loop(name);
    LocalTime now(1h);
    loop->set_rate(megabits_per_second(60), now);
    run(*loop, now, 10);
    auto before = allocations.load();
    run(*loop, now, 100);
    auto after = allocations.load();
    CAPTURE(name);
    CHECK(after == before);
  }
}
