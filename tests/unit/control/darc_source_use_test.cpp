#include "core/control/darc/source_use.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Sent {
  DataSize size;
  LocalTime asked{};
  DataSize sent_after(LocalTime) const { return size; }
};

}  // namespace

TEST_CASE("DARC takes a source that sends less than three quarters of its target for one that limits itself") {
  darc::SourceUse source;
  source.start(megabits_per_second(1));
  // 300 ms of 1 Mbit/s are 37 500 bytes.
  CHECK(source.limited(Sent{bytes(28'124)}, t0));
  CHECK_FALSE(source.limited(Sent{bytes(28'126)}, t0));
}

TEST_CASE("DARC judges a source by the mean of its targets") {
  darc::SourceUse source;
  source.start(megabits_per_second(1));
  const Sent steady{bytes(37'500)};
  for (int i = 0; i < 2; ++i) source.on_target(megabits_per_second(2));
  CHECK_FALSE(source.limited(steady, t0));  // offered 1.2775
  for (int i = 0; i < 20; ++i) source.on_target(megabits_per_second(2));
  CHECK(source.limited(steady, t0));
}
