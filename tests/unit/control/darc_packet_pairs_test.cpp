#include "core/control/darc/packet_pairs.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// To the 1/1024 s below, as reports tell it (RFC 8888).
RemoteTime rounded(double seconds) { return RemoteTime(from_seconds(std::floor(seconds * 1024) / 1024)); }

/// Pairs a second apart unless told otherwise, of 1250 bytes each packet.
struct Pairs {
  darc::PacketPairs pairs;
  DataSize size = bytes(1250);
  Duration apart = 0ms;  ///< when sent
  std::int64_t skipped = 0;
  LocalTime now = t0;

  PacketResult packet(LocalTime sent, RemoteTime arrival) {
    return {sequence_++, size, sent, true, arrival, std::nullopt};
  }
  void pair(RemoteTime first, RemoteTime second) {
    ++sequence_;  // what leaves alone, before
    pairs.on_result(packet(now, first), now);
    sequence_ += skipped;
    pairs.on_result(packet(now + apart, second), now);
    now += 10ms;
  }
  void pair(Duration dispersion) { pair(RemoteTime(7000s), RemoteTime(7000s) + dispersion); }
  void run(int n, Duration dispersion) {
    for (int i = 0; i < n; ++i) pair(dispersion);
  }

 private:
  std::int64_t sequence_ = 100;
};

}  // namespace

TEST_CASE("Eight packet pairs tell DARC the rate: the second packet's size over the dispersion") {
  Pairs p;
  CHECK_FALSE(p.pairs.rate(t0));
  p.run(7, 10ms);
  CHECK_FALSE(p.pairs.rate(p.now));
  CHECK(p.pairs.since(t0) == 7);
  p.pair(10ms);
  REQUIRE(p.pairs.rate(p.now));
  CHECK(p.pairs.rate(p.now)->bps() == Approx(1e6));
  CHECK(p.pairs.since(t0) == 8);

  darc::PacketPairs uneven;
  for (int i = 0; i < 8; ++i) {
    uneven.on_result({2 * i, bytes(200), t0 + i * 1s, true, RemoteTime(7s), std::nullopt}, t0);
    uneven.on_result({2 * i + 1, bytes(1000), t0 + i * 1s, true, RemoteTime(7004ms), std::nullopt}, t0);
  }
  REQUIRE(uneven.rate(t0));
  CHECK(uneven.rate(t0)->bps() == Approx(2e6));  // 8000 bit in 4 ms
}

TEST_CASE("Packet pairs count for DARC only where nothing lies between their packets") {
  struct Row {
    const char* what;
    Duration apart;
    std::int64_t skipped;
    bool counts;
  };
  const auto row = GENERATE(values<Row>({{"together", 0ms, 0, true},
                                         {"200 us apart", 200us, 0, true},
                                         {"further apart", 200us + 1ns, 0, false},
                                         {"another packet between", 0ms, 1, false},
                                         {"told in the wrong order", 0ms, -2, false}}));
  INFO(row.what);
  Pairs p;
  p.apart = row.apart;
  p.skipped = row.skipped;
  p.run(8, 10ms);
  CHECK(p.pairs.since(t0) == (row.counts ? 8 : 0));
  CHECK(p.pairs.rate(p.now).has_value() == row.counts);
}

TEST_CASE("A packet that is lost or of unknown arrival makes no pair for DARC on either side") {
  const auto result = [](std::int64_t sequence, bool received, std::optional<RemoteTime> arrival) {
    return PacketResult{sequence, bytes(1250), t0, received, arrival, std::nullopt};
  };
  const RemoteTime arrival(7000s);
  darc::PacketPairs pairs;
  pairs.on_result(result(1, true, arrival), t0);
  pairs.on_result(result(2, false, std::nullopt), t0);
  pairs.on_result(result(3, true, arrival + 20ms), t0);
  pairs.on_result(result(4, true, std::nullopt), t0);
  pairs.on_result(result(5, true, arrival + 40ms), t0);
  CHECK(pairs.since(t0) == 0);
  pairs.on_result(result(6, true, arrival + 50ms), t0);
  CHECK(pairs.since(t0) == 1);
  pairs.on_result(result(7, true, arrival + 49ms), t0);  // arrived before the one sent before
  CHECK(pairs.since(t0) == 0);
  pairs.on_result(result(8, true, arrival + 59ms), t0);  // of a train each two that follow are a pair
  CHECK(pairs.since(t0) == 1);
}

TEST_CASE("DARC's rate of pairs holds against rounded arrivals") {
  // T = 8 P/C of 1228 bytes in 1/1024 s: 33.5 at 300 kbit/s, 3.35 at 3 Mbit/s, 2.05 at 4.9 Mbit/s. Rounded down at both
  // ends a dispersion is the whole number below or above. The four in the middle of eight are summed: an error below
  // one unit of T each.
  const double kbps = GENERATE(300.0, 1000.0, 3000.0, 4900.0);
  const double seconds = 1228 * 8 / (kbps * 1000);
  Pairs p;
  p.size = bytes(1228);
  for (int i = 0; i < 8; ++i) {
    const double first = 7000 + 0.3 * i + i / 8.0 / 1024;  // all phases of the clock
    p.pair(rounded(first), rounded(first + seconds));
  }
  const auto rate = p.pairs.rate(p.now);
  REQUIRE(rate);
  const double units = seconds * 1024;
  CHECK(rate->kbps() <= kbps * units / std::max(std::floor(units), 0.5));
  CHECK(rate->kbps() >= kbps * units / std::ceil(units));
}

TEST_CASE("DARC's rate is that of the middle half of the pairs together") {
  // In order: 1 2 | 9 10 10 11 | 40 90 ms. 4 10 000 bit in 40 ms. 11 - 9 is less than a quarter.
  Pairs p;
  for (const Duration d : {90ms, 10ms, 1ms, 11ms, 9ms, 40ms, 10ms, 2ms}) p.pair(d);
  REQUIRE(p.pairs.rate(p.now));
  CHECK(p.pairs.rate(p.now)->bps() == Approx(1e6));
}

TEST_CASE("DARC believes no pairs whose middle half differs by more than a quarter and two units of arrivals") {
  // Quartiles 10 ms and 10 + x, between them 10 + x/2 in the mean: more than 0.25 (10 + x/2) + 2000/1024 ms from
  // x = 4.453125/0.875 = 5.0893 ms on.
  const auto with_spread = [](Duration x) {
    Pairs p;
    p.run(4, 10ms);
    p.run(4, 10ms + x);
    return p.pairs.rate(p.now);
  };
  REQUIRE(with_spread(5080us));
  CHECK(with_spread(5080us)->bps() == Approx(10'000 / 0.01254));
  CHECK_FALSE(with_spread(5100us));
}

TEST_CASE("Where packets of a pair arrive as one or within 1/1024 s DARC knows no rate") {
  const Duration dispersion = GENERATE(0us, 500us, 976us, 977us);  // 1/1024 s = 976.56 us
  Pairs p;
  p.run(8, dispersion);
  CHECK(p.pairs.since(t0) == 8);
  CHECK(p.pairs.rate(p.now).has_value() == (dispersion == 977us));
}

TEST_CASE("DARC's pairs are the latest eight and of the last 5 s") {
  Pairs p;
  p.run(8, 10ms);
  p.run(8, 5ms);
  REQUIRE(p.pairs.rate(p.now));
  CHECK(p.pairs.rate(p.now)->bps() == Approx(2e6));
  CHECK(p.pairs.since(t0) == 8);
  const LocalTime last = p.now - 10ms;
  CHECK(p.pairs.since(last) == 1);
  CHECK(p.pairs.since(last - 10ms) == 2);
  CHECK(p.pairs.since(last + 1ns) == 0);
  CHECK(p.pairs.rate(last + 5s));
  CHECK_FALSE(p.pairs.rate(last + 5s + 1ns));
  p.pair(5ms);  // one new pair is enough for all of them
  CHECK(p.pairs.rate(last + 5s + 1ns));
  p.pairs.reset();
  CHECK_FALSE(p.pairs.rate(p.now));
  CHECK(p.pairs.since(t0) == 0);
}

TEST_CASE("DARC's pairs hold at the ends of time") {
  constexpr Duration far(1'000'000'000'000'000'000);
  Pairs p;
  for (int i = 0; i < 8; ++i) p.pair(RemoteTime(-far), RemoteTime(far));
  REQUIRE(p.pairs.rate(p.now));
  CHECK(p.pairs.rate(p.now)->bps() == Approx(10'000 / 2e9));
}

TEST_CASE("DARC's newest pairs are the latest three, whatever the others say") {
  Pairs p;
  p.run(2, 10ms);
  CHECK_FALSE(p.pairs.newest());
  p.run(6, 10ms);
  REQUIRE(p.pairs.newest());
  CHECK(p.pairs.newest()->bps() == Approx(1e6));
  p.pair(40ms);
  CHECK(p.pairs.newest()->bps() == Approx(1e6));
  p.pair(40ms);
  CHECK(p.pairs.newest()->bps() == Approx(2.5e5));
  CHECK(p.pairs.rate(p.now)->bps() == Approx(1e6));
  p.run(2, 0ms);  // at once: no bottleneck is seen
  CHECK(p.pairs.newest() == DataRate::unlimited());
}

TEST_CASE("DARC believes pairs to a tenth") {
  constexpr DataRate pairs = megabits_per_second(2);
  CHECK(darc::reconcile(megabits_per_second(1), pairs).kbps() == Approx(1800));
  CHECK(darc::reconcile(megabits_per_second(1.9), pairs).kbps() == Approx(1900));
  CHECK(darc::reconcile(megabits_per_second(3), pairs).kbps() == Approx(2200));
}

TEST_CASE("Sound is neither half of a pair, and what it comes between is none") {
  for (const int sound : {0, 1, 2}) {  // of three packets that leave together
    darc::PacketPairs pairs;
    for (int i = 0; i < 10; ++i) {
      for (int j = 0; j < 3; ++j) {
        PacketResult packet{4 * i + j, bytes(j == sound ? 150 : 1250), t0 + i * 1s,
                            true,      RemoteTime(7000s) + j * 10ms,   std::nullopt};
        packet.sound = j == sound;
        pairs.on_result(packet, t0 + i * 1s);
      }
    }
    CAPTURE(sound);
    CHECK(pairs.since(t0) == (sound == 1 ? 0 : 8));
  }
}

TEST_CASE("Where the second packet of a pair overtakes the first DARC believes none of the pairs before") {
  Pairs p;
  p.run(8, 10ms);
  REQUIRE(p.pairs.rate(p.now));
  p.pair(RemoteTime(7010ms), RemoteTime(7000ms));
  CHECK_FALSE(p.pairs.rate(p.now));
  CHECK_FALSE(p.pairs.full());
  p.run(7, 10ms);
  CHECK_FALSE(p.pairs.rate(p.now));
  p.pair(10ms);
  CHECK(p.pairs.rate(p.now));
}

TEST_CASE("DARC asks for new pairs where what passes behind a queue falls to less than half") {
  darc::PairRenewal renewal;
  Pairs p;
  CHECK(renewal.due(p.pairs));  // at the beginning of a call
  p.run(8, 10ms);
  renewal.on_estimate(kilobits_per_second(1000), true, p.now);
  renewal.on_estimate(kilobits_per_second(501), true, p.now);
  renewal.on_estimate(kilobits_per_second(100), false, p.now);  // no more was sent
  CHECK_FALSE(renewal.due(p.pairs));
  renewal.on_estimate(kilobits_per_second(499), true, p.now);
  CHECK(renewal.due(p.pairs));
  CHECK(renewal.outdated(p.pairs));
  p.now += 1ms;
  p.run(7, 20ms);
  CHECK(renewal.due(p.pairs));
  p.run(1, 20ms);
  CHECK_FALSE(renewal.due(p.pairs));
  renewal.on_estimate(kilobits_per_second(300), true, p.now);  // of 499
  CHECK_FALSE(renewal.due(p.pairs));
}

TEST_CASE("DARC's pairs are not outdated once they are forgotten, but still to be asked for") {
  darc::PairRenewal renewal;
  Pairs p;
  p.run(8, 10ms);
  renewal.on_estimate(kilobits_per_second(1000), true, p.now);
  renewal.on_estimate(kilobits_per_second(100), true, p.now + 1ms);
  CHECK(renewal.outdated(p.pairs));
  renewal.settle();
  p.pairs.reset();
  CHECK_FALSE(renewal.outdated(p.pairs));
  CHECK(renewal.due(p.pairs));
}
