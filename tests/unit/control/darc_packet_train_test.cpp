#include "core/control/darc/padding_probe.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr RemoteTime r0{7000s};

/// So many packets of 1250 bytes 2 ms apart, 5 Mbit/s, arrive `apart` from each other; one is sent each 10 ms after.
darc::PacketTrain train_of(int packets, Duration apart, int lost_each = 1000) {
  darc::PacketTrain train;
  train.begin(t0);
  for (int i = 0; i < packets; ++i) train.on_sent({i, bytes(1250), t0 + i * 2ms});
  train.end(t0 + packets * 2ms - 1ms);
  for (int i = 0; i < packets; ++i) {
    const bool received = i % lost_each != lost_each - 1;
    PacketResult result{i, bytes(1250), t0 + i * 2ms, received, std::nullopt, std::nullopt};
    if (received) result.arrival = r0 + i * apart;
    train.on_result(result);
  }
  CHECK_FALSE(train.complete());
  train.on_result({packets, bytes(1250), t0 + packets * 2ms, true, r0 + 1s, 20ms});
  CHECK(train.complete());
  return train;
}

}  // namespace

TEST_CASE("A train that arrives as it was sent passed, a stretched one tells the bottleneck's rate") {
  const auto passed = train_of(20, 2ms).result(0ms);
  REQUIRE(passed);
  CHECK(passed->passed);
  CHECK(passed->sent.kbps() == Approx(5000));
  CHECK(passed->delivered.kbps() == Approx(5000));
  const auto stretched = train_of(20, 4ms).result(0ms);
  REQUIRE(stretched);
  CHECK_FALSE(stretched->passed);
  CHECK(stretched->delivered.kbps() == Approx(2500));
}

TEST_CASE("A train that arrives faster than it was sent tells no more than what was sent") {
  const auto result = train_of(20, 1ms).result(0ms);
  REQUIRE(result);
  CHECK(result->passed);
  CHECK(result->delivered.kbps() == Approx(5000));
}

TEST_CASE("Jitter may stretch a train a little, by no more than a quarter") {
  const Duration apart = 2400us;  // 45.6 instead of 38 ms
  CHECK_FALSE(train_of(20, apart).result(0ms)->passed);
  CHECK(train_of(20, apart).result(5ms)->passed);
  CHECK(train_of(20, apart).result(5ms)->delivered.kbps() == Approx(5000 / 1.2));
  CHECK_FALSE(train_of(20, 3ms).result(100ms)->passed);
}

TEST_CASE("A train of which much was lost did not pass") {
  const auto result = train_of(20, 2ms, 2).result(0ms);
  REQUIRE(result);
  CHECK_FALSE(result->passed);
  CHECK(result->delivered.kbps() < 2600);
  CHECK(train_of(20, 2ms, 20).result(0ms)->passed);
}

TEST_CASE("A train of few packets, or of none, tells nothing") {
  CHECK_FALSE(train_of(7, 2ms).result(0ms));
  CHECK(train_of(8, 2ms).result(0ms));
  darc::PacketTrain none;
  CHECK_FALSE(none.open());
  CHECK_FALSE(none.result(0ms));
  none.on_result({1, bytes(1250), t0, true, r0, 20ms});
  none.on_sent({1, bytes(1250), t0});
  CHECK_FALSE(none.result(0ms));
}

TEST_CASE("What was sent before a train is no part of it") {
  darc::PacketTrain train;
  train.begin(t0);
  for (int i = 0; i < 20; ++i) train.on_result({i, bytes(1250), t0 - 1ms, true, r0 + i * 1ms, 20ms});
  CHECK_FALSE(train.result(0ms));
}
