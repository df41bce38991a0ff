#include <catch2/catch.hpp>
#include <cmath>
#include <iostream>

#include "viewed_call.h"

// What a viewer sees where the link carries a tenth of the start rate, or suddenly a fiftieth of what it did: with the
// encoder of a call, references, retransmission and repair.

namespace evenkeel::test {
namespace {

constexpr Duration row_interval = 100ms;  // of telemetry

struct NarrowCall : ViewedCall {
  explicit NarrowCall(DataRate capacity, Duration delay = 25ms)
      : ViewedCall(constant_link(capacity, delay, Duration(300ms))) {}
  std::vector<double> key_frame_times() const {
    std::vector<double> times;
    for (const auto& key : source->key_frames) times.push_back(to_seconds(key.at - epoch));
    return times;
  }
  std::vector<std::size_t> key_frame_sizes() const {
    std::vector<std::size_t> sizes;
    for (const auto& key : source->key_frames) sizes.push_back(key.size);
    return sizes;
  }
  /// The longest time without a new picture between two times.
  Duration longest_gap(Duration from, Duration to) const {
    Duration longest{};
    LocalTime last = at(from);
    for (const PictureArrival& picture : flow->pictures_arrived) {
      if (picture.given_out < at(from) || picture.given_out > at(to)) continue;
      longest = std::max<Duration>(longest, picture.given_out - last);
      last = picture.given_out;
    }
    return std::max<Duration>(longest, at(to) - last);
  }

  Duration in_competition() const {
    const auto competes = [](const Sample& s) { return s.controller_mode == ControllerMode::competition; };
    return std::ranges::count_if(flow->samples, competes) * row_interval;
  }
};

}  // namespace

TEST_CASE("A call onto a tenth of its start rate shows its first picture within 1.5 s, with few key frames") {
  NarrowCall call(kilobits_per_second(100));
  call.simulation.run_until(10s);
  CAPTURE(call.key_frame_times(), call.key_frame_sizes(), call.flow->receiver->key_frames_asked());
  CHECK(call.first_picture() <= 1500ms);
  CHECK(call.source->key_frames.size() <= 3);
}

namespace {

struct Fall {
  double from = 8;  // Mbit/s
  double to = 0.15;
  Duration delay = 25ms;
};

std::unique_ptr<NarrowCall> call_with_fall(const Fall& fall, Duration when) {
  auto call = std::make_unique<NarrowCall>(megabits_per_second(fall.from), fall.delay);
  call->simulation.run_until(when);
  call->simulation.bottleneck().set_capacity(Capacity::constant(megabits_per_second(fall.to)), call->simulation.now());
  call->simulation.run_until(when + 15s);
  return call;
}

}  // namespace

TEST_CASE("A fall to a fiftieth of the capacity freezes the picture for less than 2 s in all that follows") {
  const Duration when = GENERATE(8000ms, 10400ms, 15000ms);
  const auto call = call_with_fall({}, when);
  CAPTURE(to_seconds(when), call->key_frame_times(), call->key_frame_sizes(), call->flow->receiver->key_frames_asked());
  CHECK(call->longest_gap(when - 1s, when + 15s) <= 2s);
  CHECK(call->source->key_frames.size() <= 4);
  CHECK(call->in_competition() == Duration::zero());  // nobody else is there
}

// Of the draws that needed more than new packet pairs: nothing waits behind a packet there.
TEST_CASE("Nor does such a fall on a longer path, or on a link that was slower") {
  const auto fall = GENERATE(Fall{8, 0.15, 75ms}, Fall{3, 0.15});
  const auto call = call_with_fall(fall, fall.from == 3 ? 9100ms : 8300ms);
  CAPTURE(fall.from, call->key_frame_times());
  CHECK(call->longest_gap(7s, 23s) <= 2s);
  CHECK(call->in_competition() == Duration::zero());
}

namespace {

void print(const NarrowCall& call, Duration from, Duration to) {
  std::cout
      << "s, target, sent and received in kbit/s, queues of sender and link in ms, pictures, key frames asked for\n";
  for (const Sample& sample : call.flow->samples) {
    if (sample.time < from || sample.time > to) continue;
    const auto kbps = [](const std::optional<double>& bps) { return std::lround(bps.value_or(0) / 1000); };
    std::cout << to_seconds(sample.time) << ' ' << kbps(sample.target_bitrate_bps) << ' '
              << kbps(sample.send_bitrate_bps) << ' ' << kbps(sample.receive_bitrate_bps) << ' '
              << std::lround(sample.pacer_queue_ms.value_or(0)) << ' ' << std::lround(sample.link_queue_ms.value_or(0))
              << ' ' << sample.frames_received.value_or(0) << ' ' << sample.pli_count.value_or(0) << ' '
              << sample.nack_count.value_or(0) << '\n';
  }
  for (const auto& key : call.source->key_frames)
    std::cout << "key frame at " << to_seconds(key.at - epoch) << " s: " << key.size << " bytes\n";
  std::cout << "first picture after " << to_seconds(call.first_picture()) << " s, longest gap "
            << to_seconds(call.longest_gap(from, to)) << " s\n";
}

}  // namespace

TEST_CASE("What a viewer sees of a narrow link, step by step", "[.narrow-table]") {
  NarrowCall begin(kilobits_per_second(100));
  begin.simulation.run_until(10s);
  print(begin, 0s, 10s);
  print(*call_with_fall({}, 15s), 14s, 30s);
}

TEST_CASE("What a viewer sees of falls of the capacity, in a table", "[.fall-table]") {
  std::cout << "longest freeze in s, key frames, s in competition; five calls each\n";
  for (const Fall& fall :
       {Fall{8, 0.15, 10ms}, Fall{}, Fall{8, 0.15, 75ms}, Fall{3, 0.15}, Fall{8, 0.3}, Fall{15, 0.3}}) {
    std::cout << "| " << fall.from << " to " << fall.to << " Mbit/s, " << to_milliseconds(2 * fall.delay) << " ms |";
    for (const Duration when : {8000ms, 8300ms, 9100ms, 10400ms, 11200ms}) {
      const auto call = call_with_fall(fall, when);
      std::cout << ' ' << to_seconds(call->longest_gap(when, when + 15s)) << ", " << call->source->key_frames.size()
                << ", " << to_seconds(call->in_competition()) << " |";
    }
    std::cout << std::endl;
  }
}

}  // namespace evenkeel::test
