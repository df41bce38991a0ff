#include "core/session/retransmission_history.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

using Kind = RetransmissionAnswer::Kind;
using Bytes = std::vector<std::uint8_t>;

constexpr LocalTime t0{1000s};

// Of 1000 bytes; with two bytes of number and the headers 1030 on the wire.
Bytes packet(int number) { return Bytes(1000, static_cast<std::uint8_t>(number)); }

struct History : RetransmissionHistory {
  explicit History(const RetransmissionHistoryConfig& config = {}) : RetransmissionHistory(config) {
    set_rate(megabits_per_second(100));
    set_round_trip_time(50ms);
  }
  void send(int first, int last, LocalTime now) {
    for (int n = first; n <= last; ++n) on_sent(static_cast<std::uint16_t>(n), packet(n), now);
  }
  Kind request(int number, LocalTime now) {
    const auto answer = on_request(static_cast<std::uint16_t>(number), now);
    const bool given = answer.kind == Kind::once || answer.kind == Kind::twice;
    CHECK(Bytes(answer.packet.begin(), answer.packet.end()) == (given ? packet(number) : Bytes()));
    return answer.kind;
  }
};

std::uint64_t refused(const RetransmissionStats& s) { return s.unknown + s.too_old + s.on_its_way + s.over_budget; }

}  // namespace

TEST_CASE("What left is given again as it was, and nothing else is") {
  History history;
  CHECK(history.request(0, t0) == Kind::unknown);
  history.send(10, 20, t0);
  for (const int number : {10, 15, 20}) CHECK(history.request(number, t0 + 30ms) == Kind::once);
  for (const int number : {9, 21, 65'535, 32'800}) CHECK(history.request(number, t0 + 30ms) == Kind::unknown);
  CHECK(history.stats().requests == 8);
  CHECK(history.stats().answered == 3);
  CHECK(history.stats().unknown == 5);
}

TEST_CASE("Numbers of the history wrap as those of the stream do") {
  History history;
  history.send(65'530, 65'535, t0);
  history.send(0, 5, t0);
  for (const int number : {65'530, 65'535, 0, 5}) CHECK(history.request(number, t0 + 30ms) == Kind::once);
  CHECK(history.request(6, t0 + 30ms) == Kind::unknown);
  history.send(6, 65'535, t0 + 100ms);  // a number of the lap before is gone
  CHECK(history.request(65'530, t0 + 100ms) == Kind::once);
  CHECK(history.request(5, t0 + 100ms) == Kind::unknown);
}

TEST_CASE("Packets are kept for a second or three round trips") {
  struct Row {
    Duration round_trip_time, age;
    Kind kind;
  };
  const auto row = GENERATE(values<Row>({
      {50ms, 1s, Kind::once},
      {50ms, 1s + 1ns, Kind::too_old},
      {400ms, 1200ms, Kind::once},
      {400ms, 1200ms + 1ns, Kind::too_old},
      {1h, 30s, Kind::once},
      {1h, 30s + 1ns, Kind::too_old},
  }));
  History history;
  history.set_round_trip_time(row.round_trip_time);
  history.send(1, 1, t0);
  CHECK(history.request(1, t0 + row.age) == row.kind);
}

TEST_CASE("The oldest give way to what is beyond 2 MiB, and packets larger than a slot are not kept") {
  History history({.max_packet_size = 1000});
  constexpr int kept = 2 * 1024 * 1024 / 1000;
  history.send(0, kept, t0);
  CHECK(history.request(0, t0) == Kind::unknown);
  CHECK(history.request(1, t0) == Kind::once);
  CHECK(history.request(kept, t0) == Kind::once);
  history.on_sent(kept + 1, Bytes(1001), t0);
  CHECK(history.request(kept + 1, t0) == Kind::unknown);
}

TEST_CASE("A packet on its way is not sent again within 0.8 round trips, later it goes twice, 5 ms apart") {
  History history;
  history.send(1, 2, t0);
  LocalTime now = t0 + 50ms;
  CHECK(history.request(1, now) == Kind::once);
  CHECK_FALSE(history.next_wake());
  CHECK(history.request(1, now + 40ms - 1ns) == Kind::on_its_way);
  CHECK(history.request(2, now) == Kind::once);  // another one is
  for (int again = 0; again < 3; ++again) {
    now += 40ms;
    CHECK(history.request(1, now) == Kind::twice);
    CHECK(history.next_wake() == now + 5ms);
    CHECK(history.poll(now + 5ms - 1ns).empty());
    const auto copy = history.poll(now + 5ms);
    CHECK(Bytes(copy.begin(), copy.end()) == packet(1));
    CHECK(history.poll(now + 5ms).empty());
    CHECK_FALSE(history.next_wake());
  }
  CHECK(history.stats().answered == 5);
  CHECK(history.stats().second_copies == 3);
  CHECK(history.stats().on_its_way == 1);
}

TEST_CASE("Before the round trip is known, 100 ms are assumed") {
  RetransmissionHistory history({});
  history.set_rate(megabits_per_second(10));
  history.on_sent(1, packet(1), t0);
  CHECK(history.on_request(1, t0).kind == Kind::once);
  CHECK(history.on_request(1, t0 + 79ms).kind == Kind::on_its_way);
  CHECK(history.on_request(1, t0 + 80ms).kind == Kind::twice);
}

TEST_CASE("A start forgets the packets and the copies that are due") {
  History history;
  history.send(1, 1, t0);
  history.request(1, t0);
  CHECK(history.request(1, t0 + 50ms) == Kind::twice);
  history.start();
  CHECK_FALSE(history.next_wake());
  CHECK(history.poll(t0 + 1s).empty());
  CHECK(history.request(1, t0 + 1s) == Kind::unknown);
  history.send(40'000, 40'000, t0 + 1s);
  CHECK(history.request(40'000, t0 + 1s) == Kind::once);
}

TEST_CASE("A second copy whose packet has been overwritten is left out") {
  History history({.max_packet_size = 1000});
  history.send(0, 0, t0);
  history.request(0, t0);
  REQUIRE(history.request(0, t0 + 50ms) == Kind::twice);
  history.send(1, 3000, t0 + 51ms);
  CHECK(history.poll(t0 + 55ms).empty());
  CHECK_FALSE(history.next_wake());
  CHECK(history.stats().second_copies == 0);
}

TEST_CASE("Answers take at most a quarter of the rate over 500 ms") {
  History history;
  history.set_rate(bits_per_second(1030 * 8 * 2 * 4 * 4));  // a quarter is 4 packets in 500 ms
  history.send(0, 100, t0);
  for (int n = 0; n < 4; ++n) CHECK(history.request(n, t0) == Kind::once);
  CHECK(history.recently_answered(t0) == bytes(4 * 1030));
  CHECK(history.request(4, t0 + 499ms) == Kind::over_budget);
  CHECK(history.request(0, t0 + 499ms) == Kind::over_budget);
  CHECK(history.request(4, t0 + 550ms) == Kind::once);
  CHECK(history.recently_answered(t0 + 550ms) == bytes(1030));
  CHECK(history.stats().over_budget == 2);
}

TEST_CASE("A second copy counts in the budget and is left out where it does not fit") {
  History history;
  history.set_rate(bits_per_second(1030 * 8 * 2 * 4 * 2));  // two packets
  history.send(0, 9, t0);
  CHECK(history.request(0, t0) == Kind::once);
  CHECK(history.request(0, t0 + 100ms) == Kind::once);
  CHECK_FALSE(history.next_wake());
  CHECK(history.request(0, t0 + 700ms) == Kind::twice);
  CHECK(history.request(1, t0 + 701ms) == Kind::over_budget);
  CHECK(history.request(1, t0 + 1300ms) == Kind::too_old);
}

TEST_CASE("Nothing is sent again before the rate is known, and all of it where the rate is unlimited") {
  RetransmissionHistory history({});
  history.on_sent(1, packet(1), t0);
  CHECK(history.on_request(1, t0).kind == Kind::over_budget);
  history.set_rate(DataRate::unlimited());
  CHECK(history.on_request(1, t0).kind == Kind::once);
}

TEST_CASE("In no 500 ms more than a quarter of the rate is sent again, whatever is asked for") {
  History history;
  const DataRate rate = megabits_per_second(2);
  history.set_rate(rate);
  history.set_round_trip_time(0ms);
  std::vector<std::pair<LocalTime, std::int64_t>> sent;
  for (int ms = 0; ms < 5000; ++ms) {
    const LocalTime now = t0 + std::chrono::milliseconds(ms);
    if (ms % 4 == 0) history.send(ms / 4, ms / 4, now);
    for (int n = ms / 4 - 5; n <= ms / 4 + 5; ++n) {
      if (!history.on_request(static_cast<std::uint16_t>(n), now).packet.empty()) sent.emplace_back(now, 1030);
    }
    while (!history.poll(now).empty()) sent.emplace_back(now, 1030);
  }
  CHECK(sent.size() > 150);
  for (std::size_t first = 0; first < sent.size(); ++first) {
    std::int64_t sum = 0;
    for (std::size_t i = first; i < sent.size() && sent[i].first < sent[first].first + 495ms; ++i)
      sum += sent[i].second;
    REQUIRE(bytes(sum) <= 0.25 * rate * 500ms);
  }
}

TEST_CASE("A thousand hostile requests a second for what was never sent change nothing") {
  History history;
  history.set_rate(megabits_per_second(1));
  LocalTime now = t0;
  for (int n = 0; n < 3000; ++n, now += 1ms) {
    if (n % 10 == 0) history.send(n / 10, n / 10, now);
    REQUIRE(history.request(n / 10 + 1 + n % 32'000, now) == Kind::unknown);
    REQUIRE_FALSE(history.next_wake());
  }
  CHECK(history.recently_answered(now) == bytes(0));
  CHECK(history.request(299, now) == Kind::once);
  CHECK(history.stats().unknown == 3000);
  CHECK(history.stats().requests == history.stats().answered + refused(history.stats()));
}
