#include <catch2/catch.hpp>

#include "tests/sound/playout_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

// Without slowing down: 100, 170 and 480 ms.
TEST_CASE("Sound slows down for a queue that grows, so that little is concealed") {
  struct Row {
    Duration per_second;
    Duration max_concealed;
  };
  const auto row = GENERATE(values<Row>({{60ms, 0ms}, {100ms, 0ms}, {250ms, 200ms}}));
  PlayoutCall call;
  call.seconds = 15;
  call.link = growing_link(row.per_second);
  const auto r = call.run();
  CAPTURE(to_milliseconds(row.per_second), to_milliseconds(to_duration(r.stats.concealed_samples)));
  CHECK(to_duration(r.stats.concealed_samples) <= row.max_concealed);
  CHECK(r.stats.packets_discarded == 0);
  CHECK(largest_step(r.played) <= 1.2 * largest_decoded_step(speech_packets(60, 0)));
}

// With a target of 200 ms at first nothing is concealed of the longer one, and sound is 200 ms late in every call.
TEST_CASE("The queue that a controller makes at the start of a call conceals little, and leaves no delay behind") {
  struct Row {
    Duration queue;
    Duration max_concealed;
  };
  const auto row = GENERATE(values<Row>({{100ms, 0ms}, {180ms, 40ms}}));
  PlayoutCall call;
  call.seconds = 6;
  call.start = 1500ms;
  call.link = starting_link(row.queue);
  double held_at_4_s = 0;
  call.after_pull = [&](LocalTime now, AudioPlayout& playout) {
    if (now < LocalTime(1h) + 4s) held_at_4_s = to_milliseconds(playout.held());
  };
  const auto r = call.run();
  CAPTURE(to_milliseconds(row.queue));
  CHECK(to_duration(r.stats.concealed_samples) <= row.max_concealed);
  CHECK(held_at_4_s < 40);
  CHECK(r.max_held_ms < 40);
  CHECK(largest_step(r.played) <= 1.2 * largest_decoded_step(speech_packets(60, 0)));
}
