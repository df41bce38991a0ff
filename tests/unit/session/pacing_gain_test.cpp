#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr double no_pacing = std::numeric_limits<double>::infinity();

SenderConfig config_of(double gain) {
  SenderConfig config = sender_config();
  config.limits.start = megabits_per_second(2);
  config.pacing_gain = gain;
  return config;
}

/// From when the first packet of a frame of 20 kB leaves to when the last one does.
Duration time_of_frame(double gain) {
  auto sender = make_sender(config_of(gain));
  sender->start(t0);
  drain(*sender, t0);
  sender->push_frame(frame(20'000, t0), t0);
  LocalTime now = t0;
  for (; sender->queue().packets() > 0; now += 100us) drain(*sender, now);
  return now - t0;
}

}  // namespace

TEST_CASE("A frame leaves so many times faster as the pacing gain says") {
  const double gain = GENERATE(1.0, 1.25, 1.5, 2.5, 10);
  const double at_rate = 20'000 * 8 / 2e6;
  CHECK(to_seconds(time_of_frame(gain)) == Approx(at_rate / gain).margin(0.008));
}

TEST_CASE("Without pacing a frame leaves at once") { CHECK(time_of_frame(no_pacing) <= 100us); }

TEST_CASE("The gain concerns the send loop, not the target") {
  const double gain = GENERATE(1.0, 2.5, no_pacing);
  CAPTURE(gain);
  auto sender = make_sender(config_of(gain));
  sender->start(t0);
  CHECK(sender->pacer().rate() == gain * megabits_per_second(2));
  Sample sample;
  sender->sample(t0 + 1ms, sample);
  CHECK(sample.target_bitrate_bps == 2e6);
  CHECK(sender->media_target() == megabits_per_second(2) * 0.95);
}

TEST_CASE("A sender that is faster than its frames does not ask the encoder for more than the rate") {
  const double gain = GENERATE(1.0, 2.5, no_pacing);
  CAPTURE(gain);
  JoinedCall call(make_sender(config_of(gain)));
  call.frame_size = 1000;  // far less than the rate
  call.sender->start(t0);
  call.run(5s);
  const double share = call.sender->media_target() / megabits_per_second(2);
  CHECK(share < 0.97 * (gain > 1 ? 1 : 1.04));
  CHECK(share > 0.94);
}

TEST_CASE("Telemetry holds numbers whatever the gain") {
  const double gain = GENERATE(1.0, 2.5, no_pacing);
  CAPTURE(gain);
  JoinedCall call(make_sender(config_of(gain)));
  call.sender->start(t0);
  Sample sample;
  for (int i = 0; i < 20; ++i) {
    call.run(100ms);
    sample = {};
    call.sender->sample(call.now, sample);
  }
  CHECK(sample.rate_mismatch_bps.has_value() == (gain < no_pacing));
  if (sample.rate_mismatch_bps) CHECK(std::isfinite(*sample.rate_mismatch_bps));
  CHECK(std::isfinite(*sample.data_mismatch_bytes));
  CHECK(*sample.send_bitrate_bps > 0.5e6);
  CHECK(*sample.pacer_queue_ms < 20);
  CHECK(call.frames > 50);
}

TEST_CASE("The circuit breaker's limit holds whatever the gain") {
  const double gain = GENERATE(1.0, 2.5, no_pacing);
  SenderConfig config = config_of(gain);
  config.limits.start = megabits_per_second(8);
  config.limits.minimum = kilobits_per_second(20);
  JoinedCall call(make_sender(config));
  call.frame_size = 30'000;
  call.sender->start(t0);
  const CircuitBreaker& breaker = call.sender->circuit_breaker();
  call.run(3s);
  call.report_heavy_loss();
  REQUIRE(breaker.state() == CircuitBreaker::State::reduced);
  CHECK(call.sender->pacer().rate() == breaker.limit());
}

TEST_CASE("A rate of zero stays zero without pacing") {
  class Stopped final : public RateController {
   public:
    Stopped() : RateController({"stopped", "of this test"}) {}
    void visit_parameters(ParameterVisitor&) override {}
    RateUpdate start(const RateLimits& limits, std::uint64_t, LocalTime) override {
      return {limits.start, DataRate(), std::nullopt};
    }
    void on_sent(const SentPacket&) override {}
    std::optional<RateUpdate> on_report(const PathReport&) override { return std::nullopt; }
    std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
    std::optional<LocalTime> next_tick() const override { return std::nullopt; }
  };
  Sender sender(config_of(no_pacing), std::make_unique<Stopped>(), make_pacer("rmc"));
  sender.start(t0);
  drain(sender, t0);
  sender.push_frame(frame(3000, t0), t0);
  CHECK(sender.pacer().rate() == DataRate());
  CHECK(drain(sender, t0 + 500ms).empty());
}
