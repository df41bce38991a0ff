#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "tests/unit/allocation_counter.h"
#include "tests/unit/pacing/paced_loop.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

// Frames of 8 packets at 100 Hz, sent out in 1-ms steps.
void run_call(PacedLoop& loop, LocalTime& now, int frames) {
  for (int frame = 0; frame < frames; ++frame) {
    for (std::uint32_t i = 0; i < 8; ++i) loop.enqueue({bytes(1200), i}, now);
    for (int step = 0; step < 10; ++step, now += 1ms) {
      while (loop.poll(now)) loop.on_sent(now);
    }
  }
}

// A queue that never runs empty, sent out by the batch; returns the packets sent.
std::int64_t run_full(PacedLoop& loop, LocalTime& now, LocalTime end) {
  std::array<PacketRef, 64> batch;
  std::int64_t sent = 0;
  for (; now < end; now = std::max(now + 1us, *loop.next_wake())) {
    for (std::size_t count = 1; count > 0; sent += static_cast<std::int64_t>(count)) {
      while (loop.queued_packets() < 128) loop.enqueue({bytes(1500), 0}, now);
      count = loop.poll_batch(now, batch);
      loop.on_batch_sent(count, now);
    }
  }
  return sent;
}

}  // namespace

TEST_CASE("once warm, send loops allocate nothing in a call") {
  for (auto name : pacer_names()) {
    auto loop = make_paced_loop(name);
    LocalTime now(1h);
    loop->set_rate(megabits_per_second(60), now);
    run_call(*loop, now, 10);
    auto before = allocations.load();
    run_call(*loop, now, 100);
    auto after = allocations.load();
    CAPTURE(name);
    CHECK(after == before);
  }
}

TEST_CASE("once warm, send loops allocate nothing per packet at 5 Gbit/s by the batch") {
  for (auto name : pacer_names()) {
    auto loop = make_paced_loop(name);
    LocalTime now(1h);
    loop->set_rate(megabits_per_second(5000), now);
    run_full(*loop, now, now + 20ms);
    auto before = allocations.load();
    const auto sent = run_full(*loop, now, now + 500ms);
    auto after = allocations.load();
    CAPTURE(name, sent);
    CHECK(after == before);
    CHECK(sent > 100'000);  // 208,333 at the full rate
  }
}
