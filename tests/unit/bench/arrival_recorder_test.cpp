#include "app/bench/native/arrival_recorder.h"

#include <catch2/catch.hpp>
#include <random>

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

constexpr LocalTime kStart(100h);

}  // namespace

TEST_CASE("without a resolution each packet is kept, but for those of one stamp") {
  ArrivalRecorder recorder(Duration::zero(), 10);
  recorder.on_packet(0, 1500, kStart + 1ms);
  recorder.on_packet(1, 1500, kStart + 1ms);
  recorder.on_packet(2, 1500, kStart + 1ms + 1ns);
  const auto arrivals = recorder.since(kStart);
  REQUIRE(arrivals.size() == 2);
  CHECK(arrivals[0].time == 1ms);
  CHECK(arrivals[0].bytes == 3000);
  CHECK(arrivals[0].packets == 2);
  CHECK(arrivals[1].time == 1ms + 1ns);
  CHECK(recorder.packets() == 3);
  CHECK(recorder.reordered() == 0);
}

TEST_CASE("packets within the resolution of the first are one arrival at the time of the last") {
  ArrivalRecorder recorder(50us, 10);
  for (int i = 0; i < 6; ++i) recorder.on_packet(i, 100, kStart + i * 20us);
  const auto arrivals = recorder.since(kStart);
  REQUIRE(arrivals.size() == 2);
  CHECK(arrivals[0].time == 40us);
  CHECK(arrivals[0].packets == 3);
  CHECK(arrivals[1].time == 100us);
}

TEST_CASE("without a start times count from the first arrival") {
  ArrivalRecorder recorder(Duration::zero(), 0);
  CHECK(recorder.since(std::nullopt).empty());
  recorder.on_packet(0, 100, kStart + 5ms);
  recorder.on_packet(1, 100, kStart + 7ms);
  const auto arrivals = recorder.since(std::nullopt);
  CHECK(arrivals[0].time == 0ms);
  CHECK(arrivals[1].time == 2ms);
}

TEST_CASE("times neither fall nor lie before the start") {
  ArrivalRecorder recorder(Duration::zero(), 0);
  recorder.on_packet(0, 100, kStart + 5ms);
  recorder.on_packet(1, 100, kStart + 1ms);
  recorder.on_packet(2, 100, kStart + 6ms);
  const auto arrivals = recorder.since(kStart + 6ms);
  REQUIRE(arrivals.size() == 2);
  CHECK(arrivals[0].time == 0ms);
  CHECK(arrivals[1].time == 0ms);
}

TEST_CASE("a packet after one with a higher number was overtaken") {
  ArrivalRecorder recorder(1ms, 0);
  for (const int sequence : {0, 1, 4, 2, 3, 5, 9, 8}) recorder.on_packet(sequence, 100, kStart);
  CHECK(recorder.reordered() == 3);
  CHECK(recorder.packets() == 8);
}

TEST_CASE("the number of arrivals is bounded, and no packet is lost from the count") {
  std::mt19937 random(1);
  ArrivalRecorder recorder(Duration::zero(), 0, 101);
  Duration time{};
  for (int i = 0; i < 20'000; ++i) {
    time += std::chrono::microseconds(random() % 100);
    recorder.on_packet(i, 10, kStart + time);
  }
  CHECK(recorder.arrivals() <= 101);
  const auto arrivals = recorder.since(kStart);
  std::int64_t packets = 0;
  std::int64_t sum = 0;
  for (const Arrival& arrival : arrivals) {
    packets += arrival.packets;
    sum += arrival.bytes;
  }
  CHECK(packets == 20'000);
  CHECK(sum == 200'000);
  CHECK(arrivals.back().time == time);
  CHECK(recorder.resolution() < time / 20);
}
