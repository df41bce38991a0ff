#include "core/rtp/retransmission_requester.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

using namespace evenkeel;

namespace {

using Numbers = std::vector<std::uint16_t>;

constexpr LocalTime t0{1000s};

struct Stream : RetransmissionRequester {
  SequenceFilter numbers;

  void receive(std::initializer_list<int> received, LocalTime now) {
    for (const int n : received) receive(static_cast<std::uint16_t>(n), now);
  }
  void receive(std::uint16_t number, LocalTime now) {
    if (const auto sequence = numbers.track(number)) on_packet(*sequence, now);
  }
  Numbers asked(LocalTime now) {
    const auto span = due(now);
    return {span.begin(), span.end()};
  }
};

// Runs to `end` by next_wake(); when each message asked, since t0.
std::vector<Duration> times_of_messages(Stream& stream, LocalTime end) {
  std::vector<Duration> times;
  for (auto wake = stream.next_wake(); wake && *wake <= end; wake = stream.next_wake()) {
    if (!stream.due(*wake).empty()) times.push_back(*wake - t0);
  }
  return times;
}

}  // namespace

TEST_CASE("What is missing is asked for at once and named once per message") {
  Stream stream;
  stream.receive({10, 11, 13, 14, 17}, t0);
  CHECK(stream.next_wake() == t0);
  CHECK(stream.asked(t0) == Numbers{12, 15, 16});
  CHECK(stream.asked(t0).empty());
  CHECK(stream.missing() == 3);
  stream.receive({18}, t0);
  CHECK(stream.asked(t0).empty());
}

TEST_CASE("Nothing is missing of a stream without holes, nor before its first packet") {
  Stream stream;
  CHECK_FALSE(stream.next_wake());
  CHECK(stream.asked(t0).empty());
  stream.receive({65534, 65535, 0, 1, 1}, t0);
  stream.receive({65530}, t0);  // before the first
  CHECK_FALSE(stream.next_wake());
  CHECK(stream.asked(t0).empty());
}

TEST_CASE("Holes across the wrap have the numbers of the wire") {
  Stream stream;
  stream.receive({65533, 2}, t0);
  CHECK(stream.asked(t0) == Numbers{65534, 65535, 0, 1});
}

TEST_CASE("A request is repeated after a round trip and 10 ms, four times in all") {
  struct Row {
    std::optional<Duration> round_trip_time;
    std::vector<Duration> times;
  };
  const auto row = GENERATE(values<Row>({
      {50ms, {0ms, 60ms, 120ms, 180ms}},
      {0ms, {0ms, 10ms, 20ms, 30ms}},
      {-5ms, {0ms, 10ms, 20ms, 30ms}},
      {1h, {0ms, 10'010ms, 20'020ms, 30'030ms}},
      {std::nullopt, {0ms, 110ms, 220ms, 330ms}},
  }));
  Stream stream;
  if (row.round_trip_time) stream.set_round_trip_time(*row.round_trip_time);
  stream.receive({1, 3}, t0);
  CHECK(times_of_messages(stream, t0 + 100s) == row.times);
  CHECK(stream.missing() == 0);
  CHECK(stream.stats().asked == 4);
  CHECK(stream.stats().again == 3);
  CHECK(stream.stats().given_up == 1);
}

TEST_CASE("Above a round trip of 130 ms repair goes first, where some is expected") {
  struct Row {
    Duration round_trip_time, repair_wait;
    Duration asked_after;
  };
  const auto row = GENERATE(values<Row>({
      {40ms, 50ms, 0ms},
      {130ms, 50ms, 0ms},
      {131ms, 50ms, 50ms},
      {131ms, 0ms, 0ms},
      {300ms, 120ms, 120ms},
  }));
  Stream stream;
  stream.set_round_trip_time(row.round_trip_time);
  stream.set_repair_wait(row.repair_wait);
  stream.receive({1, 3}, t0);
  CHECK(times_of_messages(stream, t0 + row.round_trip_time) == std::vector<Duration>{row.asked_after});
}

TEST_CASE("Repair that mends in time saves the request") {
  Stream stream;
  stream.set_round_trip_time(200ms);
  stream.set_repair_wait(40ms);
  stream.receive({1, 4}, t0);
  stream.on_recovered(2, t0 + 30ms);
  CHECK(stream.asked(t0 + 40ms) == Numbers{3});
}

TEST_CASE("What was recovered is not asked for again, and its late original changes nothing") {
  Stream stream;
  stream.receive({1, 3}, t0);
  CHECK(stream.asked(t0) == Numbers{2});
  stream.on_recovered(2, t0 + 50ms);
  CHECK_FALSE(stream.next_wake());
  stream.receive({2}, t0 + 60ms);
  stream.receive({5}, t0 + 60ms);
  CHECK(stream.asked(t0 + 60ms) == Numbers{4});
}

TEST_CASE(
    "The end of the stream that repair announces counts: what was recovered is not missing, what was announced is") {
  Stream stream;
  stream.on_announced(7, t0);
  stream.on_recovered(7, t0);  // before the first packet there is no stream
  CHECK_FALSE(stream.next_wake());
  stream.receive({10}, t0);
  SECTION("recovered behind a hole") {
    stream.on_recovered(12, t0);
    CHECK(stream.asked(t0) == Numbers{11});
    stream.receive({14}, t0);
    CHECK(stream.asked(t0) == Numbers{13});
  }
  SECTION("announced") {
    stream.on_announced(12, t0);
    CHECK(stream.asked(t0) == Numbers{11, 12});
  }
  SECTION("announced what came") {
    stream.on_announced(10, t0);
    CHECK(stream.asked(t0).empty());
  }
  SECTION("announced from nowhere") {
    stream.on_announced(1011, t0);
    CHECK(stream.missing() == 0);
    stream.on_announced(1010, t0);
    CHECK(stream.missing() == 1000);
  }
}

TEST_CASE("Where packets overtake one another those that are missing are waited for as long as the late ones took") {
  Stream stream;
  stream.set_round_trip_time(100ms);
  stream.set_reordering_wait(20ms);
  SECTION("then it is asked for") {
    stream.receive({5, 7}, t0);
    CHECK(stream.next_wake() == t0 + 20ms);
    stream.receive({8, 9, 10, 11, 12}, t0 + 1ms);  // however many come meanwhile
    CHECK(stream.asked(t0 + 20ms - 1ns).empty());
    CHECK(stream.asked(t0 + 20ms) == Numbers{6});
  }
  SECTION("it comes late: nothing is asked for") {
    stream.receive({5, 7, 8, 9, 10}, t0);
    stream.receive({6}, t0 + 19ms);
    CHECK_FALSE(stream.next_wake());
  }
  SECTION("what was noticed before follows") {
    stream.receive({5, 7}, t0);
    stream.set_reordering_wait(30ms);
    CHECK(stream.next_wake() == t0 + 30ms);
  }
  SECTION("it is asked for again as ever") {
    stream.receive({5, 7}, t0);
    CHECK(times_of_messages(stream, t0 + 1s) == std::vector<Duration>{20ms, 130ms, 240ms, 350ms});
  }
  SECTION("the longer wait, for repair or for it, counts") {
    stream.set_round_trip_time(200ms);
    stream.set_repair_wait(GENERATE(10ms, 50ms));
    stream.receive({5, 7}, t0);
    CHECK(stream.next_wake() >= t0 + 20ms);
    CHECK(stream.next_wake() <= t0 + 50ms);
  }
  SECTION("once packets come in order again it is asked for at once") {
    stream.set_reordering_wait(0ms);
    stream.receive({5, 7}, t0);
    CHECK(stream.asked(t0) == Numbers{6});
  }
}

TEST_CASE("What was passed over is not asked for, now or later") {
  Stream stream;
  stream.receive({1, 5}, t0);
  stream.abandon_before(4);
  CHECK(stream.asked(t0) == Numbers{4});
  stream.abandon_before(2);  // an older word changes nothing
  stream.abandon_before(9);  // also ahead of what came
  CHECK_FALSE(stream.next_wake());
  stream.receive({12}, t0);
  CHECK(stream.asked(t0) == Numbers{9, 10, 11});
}

TEST_CASE("A new beginning forgets the holes before it") {
  Stream stream;
  stream.receive({100, 103}, t0);
  CHECK(stream.missing() == 2);
  SECTION("the numbers jump") {
    stream.receive({40'000, 40'001}, t0);
    CHECK(stream.missing() == 0);
    stream.receive({40'003}, t0);
    CHECK(stream.asked(t0) == Numbers{40'002});
  }
  SECTION("the source changes") {
    stream.reset();
    stream.numbers.reset();
    stream.receive({50, 52}, t0);
    CHECK(stream.asked(t0) == Numbers{51});
  }
}

TEST_CASE("A message asks for at most 48, the oldest first, and the next for the rest") {
  Stream stream;
  stream.receive({0, 101}, t0);
  const Numbers first = stream.asked(t0);
  REQUIRE(first.size() == 48);
  CHECK(first.front() == 1);
  CHECK(first.back() == 48);
  CHECK(stream.next_wake() == t0);
  const Numbers second = stream.asked(t0);
  REQUIRE(second.size() == 48);
  CHECK(second.front() == 49);
  CHECK(second.back() == 96);
  CHECK(stream.asked(t0).size() == 4);
  CHECK(stream.asked(t0).empty());
}

TEST_CASE("More than a thousand missing packets are forgotten, and it is said once") {
  Stream stream;
  stream.receive({0, 601}, t0);
  stream.receive({1002}, t0);
  CHECK(stream.missing() == 1000);
  CHECK_FALSE(stream.take_overflow());
  stream.receive({1004}, t0);
  CHECK(stream.missing() == 0);
  CHECK(stream.take_overflow());
  CHECK_FALSE(stream.take_overflow());
  CHECK(stream.asked(t0).empty());
  stream.receive({1006}, t0);
  CHECK(stream.asked(t0) == Numbers{1005});
  stream.receive({16'000}, t0);
  CHECK(stream.take_overflow());
  CHECK(stream.missing() == 0);
}

TEST_CASE("Whatever comes in whatever order, only missing packets are asked for, in time and at most four times") {
  const auto seed = GENERATE(1u, 2u, 3u);
  std::mt19937 random(seed);
  Stream stream;
  const Duration round_trip_time = 30ms;
  stream.set_round_trip_time(round_trip_time);
  std::set<std::uint16_t> came;
  std::map<std::uint16_t, std::vector<LocalTime>> requests;
  LocalTime now = t0;
  std::vector<std::uint16_t> late;
  const auto receive = [&](std::uint16_t number) {
    came.insert(number);
    stream.receive(number, now);
  };
  receive(0);
  for (std::uint16_t number = 1; number < 20'000; ++number, now += 1ms) {
    const auto fate = random() % 20;
    if (fate == 0) late.push_back(number);
    if (fate > 1) receive(number);
    if (!late.empty() && random() % 8 == 0) {
      receive(late.back());
      late.pop_back();
    }
    if (number > 3 && random() % 50 == 0) {
      stream.on_recovered(number - 3, now);
      came.insert(static_cast<std::uint16_t>(number - 3));
    }
    for (auto asked = stream.asked(now); !asked.empty(); asked = stream.asked(now)) {
      for (const auto n : asked) requests[n].push_back(now);
      REQUIRE(std::ranges::none_of(asked, [&](auto n) { return came.contains(n); }));
    }
  }
  for (const auto& [number, times] : requests) {
    REQUIRE(times.size() <= 4);
    for (std::size_t i = 1; i < times.size(); ++i) REQUIRE(times[i] - times[i - 1] >= round_trip_time + 10ms);
  }
  for (std::uint16_t number = 1; number < 19'000; ++number) {
    REQUIRE((came.contains(number) || requests.contains(number)));
  }
  CHECK(stream.stats().given_up > 500);
}
