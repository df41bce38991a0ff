#include "core/telemetry/row_assembler.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

Sample sample(Duration time, const char* flow) {
  Sample s;
  s.time = time;
  s.flow = flow;
  return s;
}

}  // namespace

TEST_CASE("The samples of several threads become one row, once nothing more is to be expected") {
  RowAssembler rows(300ms);
  Sample sender = sample(100ms, "up");
  sender.send_bitrate_bps = 1e6;
  sender.target_bitrate_bps = 2e6;
  Sample receiver = sample(100ms, "up");
  receiver.freeze_count = 3;
  receiver.target_bitrate_bps = 3e6;
  rows.add(sender);
  rows.add(receiver);
  CHECK_FALSE(rows.poll(399ms));
  const auto row = rows.poll(400ms);
  REQUIRE(row);
  CHECK(row->time == 100ms);
  CHECK(row->flow == FlowName("up"));
  CHECK(row->send_bitrate_bps == 1e6);
  CHECK(row->freeze_count == 3.0);
  CHECK(row->target_bitrate_bps == 3e6);  // the later one
  CHECK_FALSE(row->round_trip_time_ms);
  CHECK_FALSE(rows.poll(1h));
}

TEST_CASE("Rows come by time, then by flow, whatever the order of the samples") {
  RowAssembler rows(300ms);
  for (const auto& s : {sample(200ms, "b"), sample(100ms, "b"), sample(300ms, "a"), sample(200ms, "a")}) rows.add(s);
  std::string order;
  while (const auto row = rows.poll(550ms)) {
    order += std::to_string(row->time / 1ms) + std::string(row->flow.view()) + ' ';
  }
  CHECK(order == "100b 200a 200b ");
  REQUIRE(rows.poll(600ms));
}

TEST_CASE("Flows and instants do not mix") {
  RowAssembler rows(0ms);
  Sample a = sample(100ms, "a");
  a.packets_sent = 1;
  Sample b = sample(100ms, "b");
  b.packets_lost = 2;
  Sample later = sample(200ms, "a");
  later.packets_lost = 3;
  for (const auto& s : {a, b, later}) rows.add(s);
  CHECK_FALSE(rows.poll(200ms)->packets_lost);
  CHECK_FALSE(rows.poll(200ms)->packets_sent);
  CHECK(rows.poll(200ms)->packets_lost == 3.0);
}
