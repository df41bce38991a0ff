#include <catch2/catch.hpp>

#include "tests/unit/allocation_counter.h"
#include "tests/unit/link/link_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

void run(Link& link, LocalTime& now, int packets) {
  for (int i = 0; i < packets; ++i, now += 1ms) {
    link.push({bytes(1200), 0}, now);
    while (link.poll(now)) continue;
    link.state(now);
    link.next_wake();
  }
}

}  // namespace

TEST_CASE("once warm, a link allocates nothing") {
  for (const auto& capacity : {Capacity::constant(megabits_per_second(5)), Capacity::trace(MahimahiTrace({2, 3, 9}))}) {
    auto config = link_of(capacity, 50ms);
    config.buffer = 300ms;
    config.jitter_sigma = 5ms;
    config.loss = GilbertElliottLoss{0.1, 0.3};
    Link link(config, kLinkStart);
    auto now = kLinkStart;
    run(link, now, 2000);
    auto before = allocations.load();
    run(link, now, 20'000);
    auto after = allocations.load();
    CHECK(after == before);
  }
}
