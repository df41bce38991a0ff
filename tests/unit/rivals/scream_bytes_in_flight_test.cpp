#include "core/control/rivals/scream/bytes_in_flight.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

struct Flight {
  ScreamBytesInFlight in_flight;
  LocalTime now = t0;

  Flight() { in_flight.start(t0); }

  void send(std::int64_t first, std::int64_t last, DataSize size = bytes(1000)) {
    for (auto sequence = first; sequence <= last; ++sequence) in_flight.on_sent({sequence, size, now});
  }
  DataSize report(std::vector<std::int64_t> arrived, DataSize count_of_sender = {}) {
    std::vector<PacketResult> results;
    for (const auto sequence : arrived) {
      results.push_back({sequence, bytes(1000), now, true, std::nullopt, std::nullopt});
    }
    PathReport path_report;
    path_report.now = now;
    path_report.packets = results;
    path_report.in_flight = count_of_sender;
    return in_flight.on_feedback(path_report);
  }
};

}  // namespace

TEST_CASE("SCReAM counts what was sent after the highest sequence number that arrived") {
  Flight flight;
  flight.send(0, 9);
  CHECK(flight.in_flight.size() == bytes(10'000));
  CHECK(flight.report({4}) == bytes(5000));  // those before are counted too, whatever became of them
  CHECK(flight.in_flight.size() == bytes(5000));
  CHECK(flight.report({7, 5}) == bytes(3000));
  CHECK(flight.report({6, 2}) == DataSize());
  CHECK(flight.in_flight.size() == bytes(2000));
  CHECK(flight.report({}) == DataSize());
  flight.send(10, 10, bytes(300));
  CHECK(flight.report({9, 10}) == bytes(2300));
  CHECK(flight.in_flight.size() == DataSize());
}

TEST_CASE("SCReAM: packets that were never sent acknowledge nothing") {
  Flight flight;
  flight.send(0, 3);
  const std::int64_t far = std::numeric_limits<std::int64_t>::max();
  CHECK(flight.report({-1, 4, 1000, far, -far - 1, static_cast<std::int64_t>(ScreamBytesInFlight::capacity)}) ==
        DataSize());
  CHECK(flight.in_flight.size() == bytes(4000));
  flight.in_flight.on_sent({4, bytes(-5000), t0});
  CHECK(flight.in_flight.size() == bytes(4000));
}

TEST_CASE("SCReAM: what was written off is not in flight, but an arrival among it is noticed") {
  Flight flight;
  flight.send(0, 9);
  flight.in_flight.write_off();
  CHECK(flight.in_flight.size() == DataSize());
  CHECK(flight.in_flight.surplus() == bytes(10'000));  // the Sender still counts them
  flight.send(10, 11);
  CHECK(flight.in_flight.size() == bytes(2000));
  CHECK(flight.in_flight.surplus() == bytes(10'000));
  CHECK(flight.report({5}, bytes(11'000)) == bytes(6000));
  CHECK(flight.in_flight.size() == bytes(2000));
  CHECK(flight.in_flight.surplus() == bytes(9000));
  CHECK(flight.report({10}, bytes(1000)) == bytes(5000));
  CHECK(flight.in_flight.size() == bytes(1000));
  CHECK(flight.in_flight.surplus() == DataSize());
}

TEST_CASE("SCReAM: the Sender's surplus is never negative nor absurd") {
  Flight flight;
  flight.send(0, 9);
  flight.report({2}, bytes(100));
  CHECK(flight.in_flight.surplus() == DataSize());
  flight.report({3}, bytes(std::numeric_limits<std::int64_t>::max()));
  CHECK(flight.in_flight.surplus() == bytes(1'000'000'000));
  flight.report({4}, bytes(-1'000'000));
  CHECK(flight.in_flight.surplus() == DataSize());
}

TEST_CASE("SCReAM waits for what another law sent, but not for ever") {
  Flight flight;
  flight.now = t0 + 50ms;
  flight.report({}, bytes(40'000));
  CHECK(flight.in_flight.surplus() == DataSize());  // really in flight: the window waits
  SECTION("until a packet of ours arrives") {
    flight.send(0, 1);
    flight.report({0}, bytes(30'000));
    CHECK(flight.in_flight.surplus() == bytes(29'000));
  }
  SECTION("or half a second") {
    flight.now = t0 + 500ms;
    flight.report({}, bytes(30'000));
    CHECK(flight.in_flight.surplus() == bytes(30'000));
  }
}

TEST_CASE("SCReAM: starting again forgets what was out") {
  Flight flight;
  flight.send(0, 9);
  flight.in_flight.start(t0 + 1s);
  CHECK(flight.in_flight.size() == DataSize());
  CHECK(flight.report({9}) == DataSize());
  flight.send(10, 12);
  CHECK(flight.report({10}) == bytes(1000));
  CHECK(flight.in_flight.size() == bytes(2000));
}
