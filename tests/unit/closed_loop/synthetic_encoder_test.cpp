#include "app/lab/closed_loop/synthetic_encoder.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace evenkeel;

namespace {

constexpr LocalTime start{1s};

SyntheticEncoderConfig config(DataRate target, std::uint64_t seed = 1) {
  SyntheticEncoderConfig c;
  c.target = target;
  c.seed = seed;
  c.start = start;
  return c;
}

std::vector<EncodedFrame> run(FrameSource& source, LocalTime until) {
  std::vector<EncodedFrame> frames;
  while (source.next_frame() < until) {
    const LocalTime now = source.next_frame();
    while (auto frame = source.poll(now)) frames.push_back(*frame);
  }
  return frames;
}

double bytes_between(const std::vector<EncodedFrame>& frames, LocalTime from, LocalTime to) {
  double sum = 0;
  for (const auto& frame : frames) {
    if (frame.capture_time >= from && frame.capture_time < to) sum += static_cast<double>(frame.data.size());
  }
  return sum;
}

}  // namespace

TEST_CASE("synthetic encoder: its mean is the target and its deviations are Laplacian") {
  const double kbps = GENERATE(150.0, 1000.0, 4000.0);
  SyntheticEncoder encoder(config(kilobits_per_second(kbps)));
  const auto frames = run(encoder, start + 300s);
  CHECK(frames.size() == Approx(9000).epsilon(0.01));
  const double reference = kbps * 1000 / 8 / 30;
  CHECK(bytes_between(frames, start, start + 300s) == Approx(reference * 9000).epsilon(0.01));

  double size_deviation = 0, interval_deviation = 0;
  for (std::size_t i = 101; i < frames.size(); ++i) {
    size_deviation += std::abs(static_cast<double>(frames[i].data.size()) / reference - 1);
    interval_deviation += std::abs(to_seconds(frames[i].capture_time - frames[i - 1].capture_time) * 30 - 1);
  }
  // The mean absolute deviation of a Laplace distribution is its scale.
  CHECK(size_deviation / static_cast<double>(frames.size() - 101) == Approx(0.15).epsilon(0.05));
  CHECK(interval_deviation / static_cast<double>(frames.size() - 101) == Approx(0.15).epsilon(0.05));
}

TEST_CASE("synthetic encoder: the same seed gives the same frames, another seed others") {
  const auto sizes = [](std::uint64_t seed) {
    SyntheticEncoder encoder(config(megabits_per_second(1), seed));
    std::vector<std::pair<std::size_t, LocalTime>> all;
    for (const auto& frame : run(encoder, start + 5s)) all.emplace_back(frame.data.size(), frame.capture_time);
    return all;
  };
  CHECK(sizes(7) == sizes(7));
  CHECK(sizes(7) != sizes(8));
}

TEST_CASE("synthetic encoder: reacts at once to the first change, then no sooner than tau_v later") {
  SyntheticEncoder encoder(config(megabits_per_second(1)));
  run(encoder, start + 2s);
  encoder.set_target(megabits_per_second(2), start + 2s);
  CHECK(encoder.rate() == megabits_per_second(2));
  encoder.set_target(megabits_per_second(1.5), start + 2050ms);
  encoder.set_target(megabits_per_second(0.5), start + 2100ms);
  run(encoder, start + 2195ms);
  CHECK(encoder.rate() == megabits_per_second(2));
  run(encoder, start + 2280ms);
  CHECK(encoder.rate() == megabits_per_second(0.5));
}

TEST_CASE("synthetic encoder: an abrupt change starts with a burst of K_d frames at the new mean") {
  auto c = config(megabits_per_second(1));
  c.size_scale = c.interval_scale = 0;
  SyntheticEncoder encoder(c);
  run(encoder, start + 2s);
  encoder.set_target(megabits_per_second(2), start + 2s);
  const auto frames = run(encoder, start + 3s);
  CHECK(frames[0].data.size() == 13'500);
  CHECK_FALSE(frames[0].key_frame);
  double burst = 0;
  for (std::size_t i = 0; i < 8; ++i) burst += static_cast<double>(frames[i].data.size());
  CHECK(burst == Approx(8 * 2e6 / 8 / 30).epsilon(0.001));
  CHECK(frames[8].data.size() == Approx(2e6 / 8 / 30).epsilon(0.001));

  encoder.set_target(megabits_per_second(2.1), start + 3s);  // 5 %: not abrupt
  CHECK(run(encoder, start + 3100ms)[0].data.size() == Approx(2.1e6 / 8 / 30).epsilon(0.001));
}

TEST_CASE("synthetic encoder: a ramp of many changes keeps to the mean") {
  SyntheticEncoder encoder(config(kilobits_per_second(500)));
  std::vector<EncodedFrame> frames;
  double wanted = 0;
  for (int step = 0; step < 50; ++step) {
    const LocalTime now = start + step * 100ms;
    const DataRate target = kilobits_per_second(500 + 60 * step);
    encoder.set_target(target, now);
    wanted += target.bytes_per_second() * 0.1;
    for (auto& frame : run(encoder, now + 100ms)) frames.push_back(std::move(frame));
  }
  CHECK(bytes_between(frames, start, start + 5s) == Approx(wanted).epsilon(0.07));
}

TEST_CASE("synthetic encoder: key frames first and on request, with the size in the header") {
  SyntheticEncoder encoder(config(megabits_per_second(1)));
  auto frames = run(encoder, start + 1s);
  CHECK(frames[0].key_frame);
  const std::vector<std::uint8_t> header(frames[0].data.begin(), frames[0].data.begin() + 10);
  CHECK((header[0] & 1) == 0);
  CHECK(std::vector<std::uint8_t>(header.begin() + 3, header.end()) ==
        std::vector<std::uint8_t>{0x9d, 0x01, 0x2a, 0x00, 0x05, 0xd0, 0x02});
  CHECK(frames[1].key_frame == false);
  CHECK((frames[1].data[0] & 1) == 1);
  encoder.request_key_frame();
  frames = run(encoder, start + 2s);
  CHECK(frames[0].key_frame);
  CHECK(frames[0].data.size() == 13'500);
  CHECK_FALSE(frames[1].key_frame);
}

TEST_CASE("synthetic encoder: the target is clipped to the range of the content") {
  auto c = config(megabits_per_second(1));
  c.min_rate = kilobits_per_second(150);
  c.max_rate = megabits_per_second(1.5);
  SyntheticEncoder encoder(c);
  encoder.set_target(DataRate::unlimited(), start);
  CHECK(encoder.rate() == megabits_per_second(1.5));
  encoder.set_target(DataRate(), start + 1s);
  CHECK(encoder.rate() == kilobits_per_second(150));
}

TEST_CASE("synthetic encoder: does not make up for the time in which nobody asked") {
  SyntheticEncoder encoder(config(megabits_per_second(1)));
  int frames = 0;
  while (encoder.poll(start + 60s)) ++frames;
  CHECK(frames <= 3);
}
