#include <catch2/catch.hpp>

#include "core/base/data_rate.h"

using namespace evenkeel;

TEST_CASE("size over time is a rate, rate times time is a size") {
  CHECK(bytes(1250) / Duration(10ms) == megabits_per_second(1));
  CHECK(megabits_per_second(1) * Duration(10ms) == bytes(1250));
  CHECK(Duration(10ms) * megabits_per_second(1) == bytes(1250));
  CHECK(bytes(1250) / megabits_per_second(1) == 10ms);
  CHECK(bits_per_second(7) * Duration(1s) == bytes(0));
}

TEST_CASE("the accessors say what they return") {
  CHECK(kilobits_per_second(2500).bps() == 2.5e6);
  CHECK(kilobits_per_second(2500).kbps() == 2500);
  CHECK(kilobits_per_second(8).bytes_per_second() == 1000);
  CHECK(bytes(3).bits() == 24);
  CHECK(to_milliseconds(1500us) == 1.5);
  CHECK(from_seconds(-0.0015) == -1500us);
}

TEST_CASE("no rate is above the unlimited one") {
  CHECK(DataRate::unlimited() > megabits_per_second(1e6));
  CHECK(std::min(DataRate::unlimited(), kilobits_per_second(1)) == kilobits_per_second(1));
}
