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
  const auto row = GENERATE(values<Row>({{60ms, 0ms}, {100ms, 30ms}, {250ms, 200ms}}));
  PlayoutCall call;
  call.seconds = 15;
  call.link = growing_link(row.per_second);
  const auto r = call.run();
  CAPTURE(to_milliseconds(row.per_second), to_milliseconds(to_duration(r.stats.concealed_samples)));
  CHECK(to_duration(r.stats.concealed_samples) <= row.max_concealed);
  CHECK(r.stats.packets_discarded == 0);
  CHECK(largest_step(r.played) <= 1.2 * largest_decoded_step(speech_packets(60, 0)));
}
