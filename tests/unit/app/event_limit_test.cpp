#include "app/call/event_limit.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// An event each `step`, and a poll between any two; returns the lines.
std::vector<std::string> lines_of(EventLimit& limit, LocalTime from, LocalTime to, Duration step) {
  std::vector<std::string> lines;
  for (LocalTime now = from; now < to; now += step) {
    if (const auto line = limit.on_event("connected", now)) lines.push_back(*line);
    if (const auto line = limit.poll(now)) lines.push_back(*line);
  }
  return lines;
}

}  // namespace

TEST_CASE("What happens in an ordinary call is reported line by line") {
  EventLimit limit;
  const auto lines = lines_of(limit, t0, t0 + 30min, 50s);
  CHECK(lines == std::vector<std::string>(36, "connected"));
  CHECK_FALSE(limit.poll(t0 + 1h));
  CHECK_FALSE(limit.finish());
}

TEST_CASE("A flood of events is one line a minute, which counts them all") {
  EventLimit limit;
  const auto lines = lines_of(limit, t0, t0 + 10min, 10ms);
  REQUIRE(lines.size() == EventLimit::at_once + 9);
  long told = EventLimit::at_once;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i < EventLimit::at_once) {
      CHECK(lines[i] == "connected");
      continue;
    }
    CHECK(lines[i].ends_with(" more events, the last: connected"));
    told += std::stol(lines[i]);
  }
  const auto rest = limit.finish();
  REQUIRE(rest);
  CHECK(told + std::stol(*rest) == 60'000);
  CHECK_FALSE(limit.finish());
}

TEST_CASE("What was held back is reported when a minute is over, also where nothing follows") {
  EventLimit limit;
  for (int i = 0; i < EventLimit::at_once; ++i) CHECK(limit.on_event("connected", t0));
  CHECK_FALSE(limit.on_event("it hung up", t0 + 1s));
  CHECK_FALSE(limit.poll(t0 + EventLimit::interval - 1ns));
  CHECK(limit.poll(t0 + EventLimit::interval) == "it hung up");
  CHECK_FALSE(limit.poll(t0 + 1h));
}

TEST_CASE("Each quiet minute allows one line more, up to as many as at the start") {
  EventLimit limit;
  const auto burst = [&](LocalTime now) {
    int told = 0;
    for (int i = 0; i < 100; ++i) told += limit.on_event("connected", now) ? 1 : 0;
    limit.finish();
    return told;
  };
  CHECK(burst(t0) == EventLimit::at_once);
  CHECK(burst(t0 + 3min) == 3);
  CHECK(burst(t0 + 24h) == EventLimit::at_once);
}
