#include <algorithm>
#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "heard_call.h"
#include "sources.h"

// Sound beside the video: the first on the way out, in one flow to the controller.

namespace evenkeel::test {
namespace {

FlowConfig call_config(const std::string& controller, bool sound) {
  FlowConfig config;
  config.controller = controller;
  config.max_packet_size = 1200;
  config.delay_kind = DelayKind::estimated;
  config.limits.maximum = megabits_per_second(25);
  if (sound) config.sound_from = 0s;
  return config;
}

std::vector<double> queues(const Simulation& simulation, Duration from, Duration to) {
  std::vector<double> ms;
  for (auto i = static_cast<std::size_t>(from / 10ms); i < static_cast<std::size_t>(to / 10ms); ++i) {
    ms.push_back(to_milliseconds(simulation.queue_delays.at(i)));
  }
  return ms;
}

struct Outcome {
  double use;                ///< of the capacity
  double queue, high_queue;  ///< ms
  double sound_wait;         ///< ms, p99 of rows' longest
};

Outcome alone(const std::string& controller, double mbps, bool sound, Duration length, std::uint64_t seed = 1) {
  Simulation simulation = dumbbell(megabits_per_second(mbps), 50ms, Duration(600ms));
  FlowConfig config = call_config(controller, sound);
  config.seed = seed;
  Flow& flow = simulation.add(config, synthetic(megabits_per_second(100), seed));
  simulation.run_until(length);
  const auto q = queues(simulation, 20s, length);
  const auto waits = column(flow, &Sample::sound_queue_ms, 20s, length);
  return {mean_of(column(flow, &Sample::receive_bitrate_bps, 20s, length)) / (mbps * 1e6), mean_of(q),
          percentile_of(q, 0.95), sound ? percentile_of(waits, 0.99) : 0};
}

/// The means of several calls: the use of one of 300 s varies by 1 % with the frames' sizes.
Outcome mean_alone(const std::string& controller, double mbps, bool sound) {
  constexpr int calls = 5;
  Outcome mean{};
  for (std::uint64_t seed = 1; seed <= calls; ++seed) {
    const Outcome one = alone(controller, mbps, sound, 300s, seed);
    mean.use += one.use / calls;
    mean.queue += one.queue / calls;
    mean.high_queue += one.high_queue / calls;
    mean.sound_wait = std::max(mean.sound_wait, one.sound_wait);
  }
  return mean;
}

/// A camera that is off at first.
class Later final : public FrameSource {
 public:
  explicit Later(LocalTime on) : on_(on), encoder_(synthetic()) {}
  std::optional<EncodedFrame> poll(LocalTime now) override {
    for (;;) {
      auto frame = encoder_->poll(now);
      if (!frame || frame->capture_time >= on_) return frame;
    }
  }
  LocalTime next_frame() const override { return encoder_->next_frame(); }
  void set_target(DataRate media, LocalTime now) override { encoder_->set_target(media, now); }
  void request_key_frame() override { encoder_->request_key_frame(); }
  void on_pacer_queue(Duration queue, LocalTime now) override { encoder_->on_pacer_queue(queue, now); }

 private:
  LocalTime on_;
  std::unique_ptr<FrameSource> encoder_;
};

bool paused(const Flow& flow, Duration from, Duration to) {
  const auto rows = column(flow, &Sample::video_paused, from, to);
  return std::ranges::any_of(rows, [](double row) { return row > 0; });
}

/// When the picture is back for good.
double last_pause(const Flow& flow) {
  Duration last{};
  for (const Sample& s : flow.samples) {
    if (s.video_paused.value_or(0) > 0) last = s.time;
  }
  return to_seconds(last);
}

}  // namespace

TEST_CASE("With sound a controller meets what it meets without, for 300 s", "[sound]") {
  const std::string controller = GENERATE("darc", "ldcc");
  const double mbps = GENERATE(1.0, 2.5, 6.0);
  const Outcome with = mean_alone(controller, mbps, true);
  const Outcome without = mean_alone(controller, mbps, false);
  CAPTURE(controller, mbps, with.use, without.use, with.queue, without.queue, with.high_queue, without.high_queue);
  CHECK(with.use > without.use - 0.01);
  CHECK(with.queue < without.queue + 1);
  CHECK(with.high_queue < without.high_queue + 2);
  CHECK(with.sound_wait <= 1228 * 8 / (mbps * 1e3));
}

TEST_CASE("Sound waits for the pacer no longer than one packet takes, from 0.3 to 20 Mbit/s", "[sound]") {
  const std::string controller = GENERATE("darc", "ldcc");
  const double mbps = GENERATE(0.3, 0.6, 1.0, 2.5, 5.0, 10.0, 20.0);
  const Outcome outcome = alone(controller, mbps, true, 60s);
  CAPTURE(controller, mbps, outcome.sound_wait);
  CHECK(outcome.sound_wait <= 1228 * 8 / (mbps * 1e3));
}

TEST_CASE("Two calls with sound share a link as two without", "[sound]") {
  const std::string controller = GENERATE("darc", "ldcc");
  const auto jain = [&](bool sound) {
    Simulation simulation = dumbbell(megabits_per_second(4), 50ms, Duration(600ms));
    FlowConfig config = call_config(controller, sound);
    Flow& first = simulation.add(config, synthetic(megabits_per_second(100), 1));
    config.begin = 10s;
    if (sound) config.sound_from = 10s;
    Flow& second = simulation.add(config, synthetic(megabits_per_second(100), 2));
    simulation.run_until(300s);
    const double a = mean_of(column(first, &Sample::receive_bitrate_bps, 60s, 300s));
    const double b = mean_of(column(second, &Sample::receive_bitrate_bps, 60s, 300s));
    return std::pair((a + b) * (a + b) / (2 * (a * a + b * b)), (a + b) / 4e6);
  };
  const auto [with, use_with] = jain(true);
  const auto [without, use_without] = jain(false);
  CAPTURE(controller, with, without, use_with, use_without);
  CHECK(with > without - 0.01);
  CHECK(use_with > use_without - 0.01);
}

TEST_CASE("A link that falls to 0.3 and 0.08 Mbit/s, and comes back: sound goes on, and the picture returns",
          "[sound]") {
  const std::string controller = GENERATE("darc", "ldcc");
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(600ms));
  Flow& flow = simulation.add(call_config(controller, true), synthetic());
  const auto set = [&](Duration when, double kbps) {
    simulation.run_until(when);
    simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(kbps)), simulation.now());
  };
  set(40s, 300);
  set(60s, 80);
  set(80s, 2500);
  simulation.run_until(120s);
  const HeardCall heard(flow);
  CAPTURE(controller, heard.concealed(20s, 40s), heard.concealed(40s, 43s), heard.concealed(43s, 60s),
          heard.concealed(60s, 63s), heard.concealed(63s, 80s), heard.concealed(80s, 120s), last_pause(flow));
  CHECK(heard.concealed(40s, 43s) <= 1);
  CHECK(heard.concealed(60s, 63s) <= 1);
  for (const auto& [from, to] : {std::pair(20s, 40s), {43s, 60s}, {63s, 80s}, {80s, 120s}}) {
    // Nothing is what it should be (docs/results/audio.md): at the new capacity a queue or two grow quicker than sound
    // can be stretched, 0.05 s of it. This keeps it from getting worse.
    CHECK(heard.concealed(from, to) <= 0.1);
  }
  CHECK_FALSE(paused(flow, 0s, 60s));
  CHECK(paused(flow, 79s, 80s));
  CHECK(last_pause(flow) < 85);
}

TEST_CASE("Where the camera comes on late, what sound alone sends is taken for no limit of the link", "[sound]") {
  const std::string controller = GENERATE("darc", "ldcc");
  const auto rate_at = [&](bool sound) {
    Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(600ms));
    Flow& flow = simulation.add(call_config(controller, sound), std::make_unique<Later>(at(30s)));
    simulation.run_until(60s);
    CHECK_FALSE(paused(flow, 0s, 60s));
    const auto sound_rate = column(flow, &Sample::sound_bitrate_bps, 5s, 60s);
    if (sound) CHECK(mean_of(sound_rate) == Approx(32'000 + 48 * 8 * 50).epsilon(0.02));
    return mean_of(column(flow, &Sample::receive_bitrate_bps, 35s, 60s));
  };
  const double with = rate_at(true);
  const double without = rate_at(false);
  CAPTURE(controller, with, without);
  CHECK(with > 0.9 * without);
}

}  // namespace evenkeel::test
