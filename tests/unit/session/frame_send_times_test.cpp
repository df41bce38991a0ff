#include "core/session/frame_send_times.h"

#include <catch2/catch.hpp>

#include "recovery_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("A row has the longest wait and the mean time of sending") {
  FrameSendTimes times;
  CHECK_FALSE(times.take_longest_wait());
  CHECK_FALSE(times.take_send_time());
  for (const Duration wait : {2ms, 7ms, 0ms}) times.on_frame(wait);
  times.on_left(90, false, t0);
  times.on_left(90, false, t0 + 2ms);
  times.on_left(90, true, t0 + 6ms);
  times.on_left(180, true, t0 + 9ms);  // one packet
  times.on_left(270, false, t0 + 10ms);
  CHECK(times.take_longest_wait() == 7.0);
  CHECK(times.take_send_time() == 3.0);
  CHECK_FALSE(times.take_send_time());
  times.on_left(270, true, t0 + 30ms);  // in the row in which it ends
  CHECK(times.take_send_time() == 20.0);
  times.on_frame(0ms);
  CHECK(times.take_longest_wait() == 0.0);
  CHECK_FALSE(times.take_longest_wait());
}

TEST_CASE("A frame whose last packet never left does not count, nor does the next one begin with it") {
  FrameSendTimes times;
  times.on_left(90, false, t0);
  times.on_left(180, false, t0 + 1s);
  times.on_left(180, true, t0 + 1s + 5ms);
  CHECK(times.take_send_time() == 5.0);
}

TEST_CASE("The sender's row tells how long frames wait for earlier ones and take to leave") {
  SenderConfig config = sender_config();
  config.limits.start = megabits_per_second(1);
  const auto sender = make_sender(config);
  sender->start(t0);
  sender->push_frame(frame(12'000, t0, true), t0);
  const Duration all = sender->pacer_queue();
  REQUIRE(all > 96ms);
  Sample row;
  sender->sample(t0, row);
  CHECK(row.frame_wait_ms == 0.0);
  CHECK_FALSE(row.frame_send_time_ms);
  LocalTime now = t0;
  for (; sender->queue().packets(PacketClass::video) > 0; now += 1ms) drain(*sender, now);
  sender->push_frame(frame(3000, now), now);
  sender->push_frame(frame(3000, now), now);
  row = {};
  sender->sample(now, row);
  CHECK(*row.frame_wait_ms == Approx(to_milliseconds(sender->pacer_queue()) / 2));
  // The last of its eleven packets is not waited for.
  CHECK(*row.frame_send_time_ms == Approx(to_milliseconds(all) * 10 / 11).margin(2));
}

TEST_CASE("Lost repair is no lost video") {
  RecoveryCall recovery(RecoveryConfig(), all_features, 25ms);
  Sample row;
  const auto lost_of = [&](std::uint8_t payload_type) {
    recovery.call.loses = [=](std::span<const std::uint8_t> packet) { return (packet[1] & 0x7F) == payload_type; };
    recovery.call.run(1s);
    recovery.call.loses = [](auto) { return false; };
    recovery.call.run(1s);
    recovery.call.sender->sample(recovery.call.now, row);
  };
  recovery.call.run(1s);
  lost_of(repair_payload_type);
  CHECK(*row.packets_lost > 10);
  CHECK(row.video_packets_lost == 0.0);
  const double repair_lost = *row.packets_lost;
  lost_of(video_payload_type);
  CHECK(*row.video_packets_lost > 100);
  CHECK(*row.video_packets_lost == *row.packets_lost - repair_lost);
}
