#include "core/session/media_target.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr DataRate mbit = megabits_per_second(1);

/// 30 a second, whose payload is 9/10 of the packets; they use nearly all of 1 Mbit/s.
MediaTarget::Frame frame_with(Duration backlog, Duration idle = 0ms) {
  return {bytes(3600), bytes(4000), mbit, backlog, idle, 33'333'333ns};
}

void feed(MediaTarget& target, int frames, const MediaTarget::Frame& frame, std::optional<double> idle_share = {}) {
  for (int i = 0; i < frames; ++i) target.on_frame(frame, idle_share);
}

/// Frames that come as soon as the pacer has nothing more to send, but for a wait of 10 ms each `nth` time.
MediaTarget idle_each(int nth, double idle_share, int frames) {
  MediaTarget target;
  for (int i = 0; i < frames; ++i) target.on_frame(frame_with(20ms, i % nth == 0 ? 10ms : 0ms), idle_share);
  return target;
}

}  // namespace

TEST_CASE("Before the first frame headers are taken as 5 %") { CHECK(MediaTarget().of(mbit).kbps() == Approx(950)); }

TEST_CASE("The encoder gets the payload's share, corrected so that 10 ms stay queued") {
  struct Row {
    Duration backlog;
    double correction;
  };
  const auto row = GENERATE(values<Row>({
      {0ms, 1.04},
      {5ms, 1.02},
      {10ms, 1},
      {35ms, 0.9},
      {60ms, 0.8},
      {110ms, 0.6},
      {1h, 0.6},
  }));
  MediaTarget target;
  feed(target, 200, frame_with(row.backlog, 5ms));
  CHECK(target.of(mbit).kbps() == Approx(900 * row.correction));
}

TEST_CASE("The share is smoothed over frames, and an empty frame tells nothing") {
  MediaTarget target;
  target.on_frame(frame_with(10ms), {});
  CHECK(target.of(mbit).kbps() == Approx(945));
  auto empty = frame_with(1s);
  empty.payload = empty.wire = bytes(0);
  target.on_frame(empty, {});
  CHECK(target.of(mbit).kbps() == Approx(945));
  target.reset();
  CHECK(target.of(mbit).kbps() == Approx(950));
}

TEST_CASE("The stock grows by what the pacer was idle, and shrinks by what it may be") {
  MediaTarget target;
  target.on_frame(frame_with(0ms, 5ms), 0.03);
  CHECK(to_milliseconds(target.stock()) == Approx(14));
  target.on_frame(frame_with(0ms), 0.03);
  CHECK(to_milliseconds(target.stock()) == Approx(13));
}

TEST_CASE("The stock rests where the pacer is idle as often as it may be") {
  // 10 ms of each 10 frames are 3 % of the time: it returns to where it was, and neither bound is met.
  for (const int frames : {200, 1000}) {
    CHECK(idle_each(10, 0.03, frames).stock() > 5ms);
    CHECK(idle_each(10, 0.03, frames).stock() < 20ms);
  }
  CHECK(idle_each(10, 0.01, 1000).stock() > 40ms);
  CHECK(idle_each(10, 0.1, 1000).stock() < 10ms);
}

TEST_CASE("The stock has bounds, and so has what is asked for it") {
  MediaTarget target;
  feed(target, 100, frame_with(0ms, 20ms), 0.01);
  CHECK(target.stock() == MediaTarget::largest_stock);
  CHECK(target.of(mbit).kbps() == Approx(900 * 1.12));
  feed(target, 1000, frame_with(50ms), 0.01);
  CHECK(target.stock() == 0ms);
  CHECK(target.of(mbit).kbps() == Approx(900 * 0.8));
}

TEST_CASE("A gap of the camera teaches no more than 20 ms") {
  MediaTarget target;
  auto late = frame_with(0ms, 170ms);
  late.interval = 200ms;
  target.on_frame(late, 0.01);
  CHECK(to_milliseconds(target.stock()) == Approx(28));
}

TEST_CASE("A source that cannot use its rate teaches no stock") {
  MediaTarget target;
  auto small = frame_with(0ms, 25ms);
  small.payload = bytes(900);
  small.wire = bytes(1000);
  feed(target, 10, small, 0.01);  // until it is known
  const Duration then = target.stock();
  feed(target, 100, small, 0.01);
  CHECK(target.stock() == then);
}

TEST_CASE("Without a wish of the controller's the stock is the usual one again") {
  MediaTarget target;
  feed(target, 100, frame_with(0ms, 20ms), 0.01);
  feed(target, 1, frame_with(10ms), {});
  CHECK(target.stock() == MediaTarget::usual_stock);
  CHECK(target.of(mbit).kbps() == Approx(900));
}

TEST_CASE("With repair in the gaps there is no stock: headroom grows while frames wait, and falls while they do not") {
  MediaTarget target;
  for (int i = 0; i < 100; ++i) target.on_frame_with_repair(frame_with(0ms), 0);
  CHECK(target.stock() == 0ms);
  CHECK(target.headroom() == Approx(0.02));
  for (int i = 0; i < 100; ++i) target.on_frame_with_repair(frame_with(11ms), 0);
  CHECK(target.headroom() == Approx(0.15));
  for (int i = 0; i < 400; ++i) target.on_frame_with_repair(frame_with(i % 11 == 0 ? 11ms : 9ms), 0);
  CHECK(target.headroom() > 0.1);
  target.on_frame_with_repair(frame_with(0ms), 0.3);
  CHECK(target.headroom() == Approx(0.3));
}

TEST_CASE("With repair what waits is taken out of the next frame, and nothing is added where nothing waits") {
  MediaTarget target;
  for (int i = 0; i < 300; ++i) target.on_frame_with_repair(frame_with(0ms), 0);
  CHECK(target.of(mbit).kbps() == Approx(900 * 0.98));
  target.on_frame_with_repair(frame_with(20ms), 0);
  CHECK(target.of(mbit).kbps() == Approx(900 * 0.975 * 0.8).epsilon(0.001));
  target.on_frame_with_repair(frame_with(1s), 0);
  CHECK(target.of(mbit).kbps() == Approx(900 * 0.97 * 0.6).epsilon(0.001));
}
