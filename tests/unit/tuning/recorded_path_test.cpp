#include <catch2/catch.hpp>

#include "app/lab/tuning/recorded_path.h"
#include "core/link/impairments.h"

namespace evenkeel::tuning {
namespace {

/// Ten rows a second of a call over a path of 20 ms there and 30 ms back.
RecordedFlow recorded(int seconds) {
  RecordedFlow flow;
  for (int i = 0; i < 10 * seconds; ++i) {
    Sample row;
    row.time = i * 100ms;
    row.propagation_delay_ms = 20;
    row.round_trip_time_ms = 50 + i % 7;
    row.queueing_delay_ms = i % 7;
    row.receive_bitrate_bps = 900'000;
    row.packets_sent = 20.0 * i;
    row.packets_lost = 0;
    flow.rows.push_back(row);
  }
  return flow;
}

TuningPath path_of(const RecordedFlow& flow) {
  const auto found = recorded_path(flow, {});
  INFO(found.error);
  REQUIRE(found);
  return (*found).path;
}

}  // namespace

TEST_CASE("delays of a recorded path come from what the path monitor believed", "[tuning]") {
  const TuningPath path = path_of(recorded(30));
  CHECK(path.link.propagation_delay == 20ms);
  CHECK(path.backward_delay == 30ms);
  CHECK(path.span == 29900ms);
  CHECK(std::get<Duration>(path.link.buffer) == 300ms);
  CHECK(std::holds_alternative<NoLoss>(path.link.loss));
  CHECK(path.link.jitter_sigma == Duration::zero());
}

TEST_CASE("the capacity is the link's, else the controller's, else what arrived", "[tuning]") {
  RecordedFlow flow = recorded(20);
  CHECK(path_of(flow).link.capacity.rate_at(1s).bps() == Approx(900'000));
  for (Sample& row : flow.rows) row.capacity_estimate_bps = 1.5e6;
  CHECK(path_of(flow).link.capacity.rate_at(1s).bps() == Approx(1.5e6));
  for (Sample& row : flow.rows) row.link_capacity_bps = row.time < 12s ? 2e6 : 1e6;
  const TuningPath path = path_of(flow);
  CHECK(path.link.capacity.rate_at(11500ms).bps() == Approx(2e6));
  CHECK(path.link.capacity.rate_at(12500ms).bps() == Approx(1e6));
}

TEST_CASE("of a long run the last minute counts", "[tuning]") {
  RecordedFlow flow = recorded(100);
  for (Sample& row : flow.rows) row.link_capacity_bps = row.time < 38s ? 5e6 : 1e6;
  const TuningPath path = path_of(flow);
  CHECK(path.link.capacity.rate_at(0s).bps() == Approx(1e6));
  CHECK(path.span < 60s);
  CHECK(path.span > 59s);
}

TEST_CASE("losses without a queue are the path's, those of a full buffer are not", "[tuning]") {
  RecordedFlow flow = recorded(30);
  for (std::size_t i = 0; i < flow.rows.size(); ++i) flow.rows[i].packets_lost = 0.6 * static_cast<double>(i);
  const TuningPath lossy = path_of(flow);
  CHECK(std::get<IndependentLoss>(lossy.link.loss).probability == Approx(0.03).margin(0.001));

  for (std::size_t i = 0; i < flow.rows.size(); ++i) {
    flow.rows[i].packets_lost = i < 100 ? 0 : 50;
    if (i > 90 && i < 102) flow.rows[i].queueing_delay_ms = 180;
  }
  const TuningPath full = path_of(flow);
  CHECK(std::holds_alternative<NoLoss>(full.link.loss));
  CHECK(std::get<Duration>(full.link.buffer) == 180ms);
  flow.buffer = Duration(200ms);
  CHECK(std::get<Duration>(path_of(flow).link.buffer) == 200ms);
}

TEST_CASE("bursts and jitter come from packets", "[tuning]") {
  RecordedFlow flow = recorded(30);
  for (std::size_t i = 0; i < flow.rows.size(); ++i) flow.rows[i].packets_lost = 0.8 * static_cast<double>(i);
  Jitter jitter(5ms, 1);
  for (int i = 0; i < 6000; ++i) {
    PacketRecord packet;
    packet.send_time = i * 5ms;
    const bool lost = i % 100 < 4;
    if (!lost) {
      packet.one_way_delay = 20ms + jitter.next();
      packet.arrival_time = packet.send_time + *packet.one_way_delay;
    }
    flow.packets.push_back(packet);
  }
  const TuningPath path = path_of(flow);
  CHECK(to_milliseconds(path.link.jitter_sigma) == Approx(5).epsilon(0.1));
  const auto loss = std::get<GilbertElliottLoss>(path.link.loss);
  CHECK(1 / loss.bad_to_good == Approx(4));
  CHECK(loss.good_to_bad / (loss.good_to_bad + loss.bad_to_good) == Approx(0.04).margin(0.001));
}

TEST_CASE("without packets the jitter comes from the delay variation of the rows", "[tuning]") {
  RecordedFlow flow = recorded(30);
  CHECK_THAT(recorded_path(flow, {}).value->text, Catch::Contains("jitter not known"));
  for (Sample& row : flow.rows) row.delay_variation_ms = 2.65;
  CHECK(to_milliseconds(path_of(flow).link.jitter_sigma) == Approx(5));
  CHECK_THAT(recorded_path(flow, {}).value->text, Catch::Contains("jitter 5ms"));
  for (Sample& row : flow.rows) row.delay_variation_ms = 0.4;  // what timers do
  CHECK(path_of(flow).link.jitter_sigma == Duration::zero());
}

TEST_CASE("a recording that tells too little ends in a sentence", "[tuning]") {
  CHECK_THAT(recorded_path({}, {}).error, Catch::Contains("5 s"));
  CHECK_THAT(recorded_path(recorded(3), {}).error, Catch::Contains("5 s"));
  RecordedFlow flow = recorded(10);
  for (Sample& row : flow.rows) row.propagation_delay_ms.reset();
  CHECK_THAT(recorded_path(flow, {}).error, Catch::Contains("delay"));
}

}  // namespace evenkeel::tuning
