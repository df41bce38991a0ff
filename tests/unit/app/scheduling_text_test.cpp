#include "app/call/scheduling_text.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("one line says in which class the threads of a call run, and why it is not the real-time class") {
  using enum SchedulingClass;
  CHECK(scheduling_text({fifo, fifo}, "") == "the call runs with real-time priority (SCHED_FIFO)");
  CHECK(scheduling_text({round_robin, std::nullopt}, "") ==
        "the call runs with real-time priority (SCHED_RR, by RealtimeKit)");
  CHECK(all_realtime({fifo, round_robin}));
  CHECK(all_realtime({fifo, std::nullopt}));
  CHECK_FALSE(all_realtime({fifo, normal}));
  CHECK_FALSE(all_realtime({normal, fifo}));
  CHECK(scheduling_text({normal, normal}, "RealtimeKit is not installed (package rtkit)") ==
        "no real-time priority for packets and sound (SCHED_FIFO is not allowed, and RealtimeKit is not installed "
        "(package rtkit)): they may be late while other programs are busy");
  CHECK(scheduling_text({fifo, normal}, "") ==
        "no real-time priority for sound (SCHED_FIFO is not allowed): it may be late while other programs are busy");
  CHECK(
      scheduling_text({normal, std::nullopt}, "") ==
      "no real-time priority for packets (SCHED_FIFO is not allowed): they may be late while other programs are busy");
}
