#include "core/control/darc/source_use.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// Offered 1 Mbit/s, of which 300 ms are 37 500 bytes.
struct Source {
  darc::SourceUse use;
  SentLog sent;

  bool limited(LocalTime now) const { return use.limited(sent, now); }
};

Source source_that_sent(DataSize size, bool padding = false) {
  Source source;
  source.use.start(megabits_per_second(1));
  source.sent.on_sent({1, size, t0 - 100ms, padding});
  return source;
}

}  // namespace

TEST_CASE("DARC takes a source that sends less than three quarters of its target for one that limits itself") {
  CHECK(source_that_sent(bytes(28'124)).limited(t0));
  CHECK_FALSE(source_that_sent(bytes(28'126)).limited(t0));
  CHECK(source_that_sent(bytes(28'126)).limited(t0 + 200ms));  // all of it was more than 300 ms ago
}

TEST_CASE("DARC takes no padding for the source's") { CHECK(source_that_sent(bytes(37'500), true).limited(t0)); }

TEST_CASE("DARC judges a source by the mean of its targets") {
  auto source = source_that_sent(bytes(37'500));
  for (int i = 0; i < 2; ++i) source.use.on_target(megabits_per_second(2));
  CHECK_FALSE(source.limited(t0));  // offered 1.2775
  for (int i = 0; i < 20; ++i) source.use.on_target(megabits_per_second(2));
  CHECK(source.limited(t0));
}
