#include "app/lab/closed_loop/greedy_encoder.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime start{1s};

GreedyEncoderConfig config(DataRate target) {
  GreedyEncoderConfig c;
  c.target = target;
  c.start = start;
  return c;
}

// A pacer that drains its queue at a constant rate, headers of 6 % included, in steps of 1 ms.
struct Pacer {
  double rate;  // bytes per second
  double queue = 0;
  double maximum = 0;
  int empty = 0;  // times it had nothing to send
  double sent = 0;

  void run(GreedyEncoder& source, LocalTime from, LocalTime to) {
    for (LocalTime now = from; now < to; now += 1ms) {
      source.on_pacer_queue(from_seconds(queue / rate), now);
      while (auto frame = source.poll(now)) queue += 1.06 * static_cast<double>(frame->data.size());
      maximum = std::max(maximum, queue / rate);
      const double step = std::min(queue, rate / 1000);
      if (queue < rate / 1000) ++empty;
      queue -= step;
      sent += step;
    }
  }
};

}  // namespace

TEST_CASE("greedy encoder: the pacer's queue is never empty and never long, at any rate of the pacer") {
  const double kbps = GENERATE(50.0, 300.0, 2500.0, 20000.0);
  const double pacing = GENERATE(0.5, 1.0, 1.5, 4.0);
  CAPTURE(kbps, pacing);
  GreedyEncoder source(config(kilobits_per_second(kbps)));
  Pacer pacer{kbps * 125 * pacing};
  pacer.run(source, start, start + 20s);
  CHECK(pacer.empty == 0);
  CHECK(pacer.maximum <= 0.05 * 1.06 / pacing + 1.06 * 1150 / pacer.rate + 0.05);
  CHECK(pacer.sent == Approx(20 * pacer.rate).epsilon(0.001));
}

TEST_CASE("greedy encoder: follows a pacing rate that jumps up, at once") {
  GreedyEncoder source(config(kilobits_per_second(300)));
  Pacer pacer{37'500};
  pacer.run(source, start, start + 1s);
  pacer.rate *= 20;
  source.set_target(megabits_per_second(6), start + 1s);
  pacer.run(source, start + 1s, start + 2s);
  CHECK(pacer.empty == 0);
}

TEST_CASE("greedy encoder: emits the target where nobody reports the queue") {
  GreedyEncoder source(config(megabits_per_second(2)));
  double sum = 0;
  LocalTime last{};
  while (source.next_frame() < start + 10s) {
    const LocalTime now = source.next_frame();
    while (auto frame = source.poll(now)) {
      sum += static_cast<double>(frame->data.size());
      CHECK(frame->data.size() % 1150 == 0);
      CHECK(frame->capture_time > last);
      last = frame->capture_time;
    }
  }
  CHECK(sum == Approx(2.5e6).epsilon(0.01));
}

TEST_CASE("greedy encoder: waits while the queue is long, and without a target") {
  GreedyEncoder source(config(megabits_per_second(2)));
  source.on_pacer_queue(200ms, start);
  CHECK_FALSE(source.poll(start));
  CHECK(source.next_frame() > start);
  CHECK_FALSE(source.poll(start + 100ms));
  CHECK(source.poll(start + 160ms));

  source.set_target(DataRate(), start + 1s);
  CHECK_FALSE(source.poll(start + 1s));
  source.on_pacer_queue(0ms, start + 1s);
  CHECK(source.next_frame() == LocalTime::max());
  source.set_target(megabits_per_second(1), start + 2s);
  CHECK(source.next_frame() == start + 2s);
  CHECK(source.poll(start + 2s));
}

TEST_CASE("greedy encoder: no two frames at one instant, even where the pacer swallows all") {
  GreedyEncoder source(config(megabits_per_second(2)));
  int frames = 0;
  for (int i = 0; i < 100; ++i) {
    source.on_pacer_queue(0ms, start);
    frames += source.poll(start).has_value();
  }
  CHECK(frames == 1);
}

TEST_CASE("greedy encoder: key frames first and on request") {
  GreedyEncoder source(config(megabits_per_second(2)));
  const auto first = source.poll(start);
  CHECK(first->key_frame);
  CHECK((first->data[0] & 1) == 0);
  CHECK(first->data[3] == 0x9d);
  const auto second = source.poll(start + 20ms);
  CHECK_FALSE(second->key_frame);
  CHECK((second->data[0] & 1) == 1);
  source.request_key_frame();
  CHECK(source.poll(start + 40ms)->key_frame);
}
