#include <catch2/catch.hpp>

#include "core/session/retransmission_history.h"
#include "sound_call.h"
#include "tests/unit/allocation_counter.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("The send path allocates nothing once it is warm") {
  const auto controller = GENERATE("fixed", "ldcc", "arc");
  CAPTURE(controller);
  JoinedCall call(make_sender(sender_config(), controller));
  call.sender->start(t0);
  counting_allocations = false;
  call.run(5s);
  call.before_calls = [] { counting_allocations = true; };
  call.after_calls = [] { counting_allocations = false; };
  allocations = 0;
  const int before = call.media;
  call.run(10s);
  CHECK(call.media > before + 500);
  CHECK(allocations == 0);
}

TEST_CASE("Sound on its way out allocates nothing once it is warm") {
  JoinedCall call(make_sender());
  call.sender->set_negotiated(with_sound());
  call.sender->start(t0);
  counting_allocations = false;
  call.before_calls = [&] { counting_allocations = call.now > t0 + 5s; };
  call.after_calls = [] { counting_allocations = false; };
  std::int64_t sample = 0;
  for (; call.now < t0 + 15s; call.run(20ms)) {
    if (call.now == t0 + 5s) allocations = 0;
    call.before_calls();
    call.sender->push_sound(sound_packet(sample), call.now);
    call.after_calls();
    sample += 960;
  }
  CHECK(call.sender->sound().rtp().packets_sent() == 750);
  CHECK(allocations == 0);
}

TEST_CASE("What is kept to be sent again allocates nothing once it is warm, whatever is asked for") {
  counting_allocations = false;
  RetransmissionHistory history({});
  history.set_rate(megabits_per_second(100));
  history.set_round_trip_time(1ms);
  const std::vector<std::uint8_t> packet(1200);
  LocalTime now = t0;
  std::size_t given = 0;
  const auto step = [&](int n) {
    history.on_sent(static_cast<std::uint16_t>(n), packet, now);
    for (const int number : {n, n - 1, n - 10, n - 2000, n + 1}) {
      given += history.on_request(static_cast<std::uint16_t>(number), now).packet.empty() ? 0u : 1u;
    }
    while (!history.poll(now).empty()) ++given;
    now += 1ms;
  };
  for (int n = 0; n < 5000; ++n) step(n);
  allocations = 0;
  counting_allocations = true;
  for (int n = 5000; n < 70'000; ++n) step(n);
  counting_allocations = false;
  CHECK(given > 100'000);
  CHECK(allocations == 0);
}
