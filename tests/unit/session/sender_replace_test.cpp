#include <catch2/catch.hpp>

#include "core/control/fixed.h"
#include "core/pacing/rmc.h"
#include "core/parameters/parameter_list.h"
#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

std::vector<std::uint16_t> sequence_numbers(const std::vector<std::vector<std::uint8_t>>& datagrams) {
  std::vector<std::uint16_t> out;
  for (const auto& d : datagrams) {
    if (!is_rtcp(d)) out.push_back(parse_rtp(d)->header.sequence_number);
  }
  return out;
}

/// Every media packet until the queue is empty.
std::vector<std::uint16_t> send_all(Sender& sender, LocalTime& now) {
  std::vector<std::uint16_t> out;
  for (int i = 0; i < 5000 && sender.queue().packets() > 0; ++i, now += 1ms) {
    for (const auto n : sequence_numbers(drain(sender, now))) out.push_back(n);
  }
  return out;
}

std::vector<std::uint16_t> consecutive(std::uint16_t first, std::size_t count) {
  std::vector<std::uint16_t> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(first++);
  return out;
}

constexpr std::uint16_t first_number = 65'500;

}  // namespace

TEST_CASE("A new send loop takes over what is queued: all in order, none twice") {
  const std::string from = GENERATE("rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal");
  const std::string to = GENERATE("rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal");
  CAPTURE(from, to);
  auto sender = std::make_unique<Sender>(sender_config(), make_controller("fixed"), make_pacer(from));
  sender->start(t0);
  sender->push_frame(frame(30'000, t0), t0);
  const std::size_t packets = sender->queue().packets();
  const DataSize size = sender->queue().size();
  REQUIRE(packets > 20);
  LocalTime now = t0;
  std::vector<std::uint16_t> sent;
  for (; now < t0 + 60ms; now += 1ms) {
    for (const auto n : sequence_numbers(drain(*sender, now))) sent.push_back(n);
  }
  REQUIRE(sent.size() > 2);
  REQUIRE(sent.size() < packets - 10);
  const DataSize left = sender->queue().size();
  sender->set_pacer(make_pacer(to), now);
  CHECK(sender->pacer().name() == to);
  CHECK(sender->queue().packets() == packets - sent.size());
  CHECK(sender->queue().size() == left);
  CHECK(sender->pacer().rate() == megabits_per_second(1));
  for (const auto n : send_all(*sender, now)) sent.push_back(n);
  CHECK(sent == consecutive(first_number, packets));
  CHECK(sender->path().history().packets_sent() == static_cast<std::int64_t>(packets));
  CHECK(to_milliseconds(now - t0) == Approx(to_milliseconds(size / megabits_per_second(1))).margin(20));
}

TEST_CASE("A packet that was polled and not confirmed counts once, whether the socket took it or not") {
  const bool taken = GENERATE(true, false);
  const std::string to = GENERATE("rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal");
  CAPTURE(taken, to);
  auto sender = make_sender();
  sender->start(t0);
  drain(*sender, t0);
  sender->push_frame(frame(10'000, t0), t0);
  const std::size_t packets = sender->queue().packets();
  LocalTime now = t0;
  while (!sender->poll(now)) now += 1ms;
  sender->set_pacer(make_pacer(to), now);
  CHECK(sender->queue().packets() == packets);
  std::vector<std::uint16_t> sent;
  if (taken) {
    sender->on_sent(now);
    sent.push_back(first_number);
  } else {
    sender->on_refused(now);
  }
  CHECK(sender->queue().packets() == packets - sent.size());
  for (const auto n : send_all(*sender, now)) sent.push_back(n);
  CHECK(sent == consecutive(first_number, packets));
}

TEST_CASE("A report that was polled and not confirmed is not mistaken for a packet") {
  auto sender = make_sender();
  sender->start(t0);
  sender->push_frame(frame(5'000, t0), t0);
  const std::size_t packets = sender->queue().packets();
  const auto report = sender->poll(t0);
  REQUIRE(report);
  REQUIRE(is_rtcp(*report));
  sender->set_pacer(make_pacer("rfc3448"), t0);
  sender->on_sent(t0);
  CHECK(sender->queue().packets() == packets);
  CHECK(sender->path().history().packets_sent() == 0);
}

TEST_CASE("A new send loop gets the minimum round-trip time") {
  JoinedCall call(make_sender());
  call.sender->start(t0);
  call.run(2s);
  call.sender->set_pacer(make_pacer("rmc"), call.now);
  REQUIRE(call.sender->path().round_trip_time().minimum());
  const Duration expected = *call.sender->path().round_trip_time().minimum() / 20;
  CHECK(dynamic_cast<const Rmc&>(call.sender->pacer()).sampling_time() == expected);
  CHECK(expected > 2ms);
}

TEST_CASE("Memory of packets goes round after a change of the loop") {
  JoinedCall call(make_sender());
  call.sender->start(t0);
  for (const std::string_view loop : {"rfc3448", "rmc", "rfc3448-nominal", "rmc"}) {
    call.run(1s);
    call.sender->set_pacer(make_pacer(loop), call.now);
  }
  call.run(1s);
  CHECK(call.frames > 145);
  CHECK(call.sender->path().history().packets_lost() == 0);
}

TEST_CASE("A new controller begins at the rate in force, within the limits") {
  const std::string from = GENERATE("ldcc", "arc", "fixed");
  const std::string to = GENERATE("ldcc", "arc", "fixed");
  SenderConfig config = sender_config();
  config.limits.start = kilobits_per_second(700);
  JoinedCall call(make_sender(config, from));
  call.sender->start(t0);
  call.sender->take_key_frame_request();
  call.run(5s);
  const DataRate before = call.sender->pacer().rate();
  const double mismatch = call.sender->pacer().mismatch_bytes(call.now);
  const auto queued = call.sender->queue().packets();
  const auto srtt = call.sender->path().round_trip_time().smoothed();
  const auto in_flight = call.sender->path().history().in_flight();
  call.sender->set_controller(make_controller(to), call.now);
  CAPTURE(from, to, before.bps());
  CHECK(call.sender->controller().name() == to);
  CHECK(call.sender->pacer().rate() == before);
  CHECK(call.sender->pacer().mismatch_bytes(call.now) == Approx(mismatch));
  CHECK(call.sender->queue().packets() == queued);
  CHECK(call.sender->path().round_trip_time().smoothed() == srtt);
  CHECK(call.sender->path().history().in_flight() == in_flight);
  CHECK_FALSE(call.sender->take_key_frame_request());
  Sample sample;
  call.sender->sample(call.now, sample);
  CHECK(*sample.target_bitrate_bps == Approx(before.bps()));
  call.run(5s);  // and goes on with what the path tells
  CHECK(call.sender->path().history().packets_lost() == 0);
  CHECK(call.sender->pacer().rate().bps() > 0.9 * before.bps());
}

TEST_CASE("A window of the controller before goes with it") {
  class Closed final : public RateController {
   public:
    Closed() : RateController({"closed", "of this test"}) {}
    void visit_parameters(ParameterVisitor&) override {}
    RateUpdate start(const RateLimits& limits, std::uint64_t, LocalTime) override {
      return {limits.start, limits.start, bytes(0)};
    }
    void on_sent(const SentPacket&) override {}
    std::optional<RateUpdate> on_report(const PathReport&) override { return std::nullopt; }
    std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
    std::optional<LocalTime> next_tick() const override { return std::nullopt; }
  };
  Sender sender(sender_config(), std::make_unique<Closed>(), make_pacer("rmc"));
  sender.start(t0);
  sender.push_frame(frame(3000, t0), t0);
  LocalTime now = t0 + 100ms;
  CHECK(drain(sender, now).size() == 1);  // the report
  sender.set_controller(make_controller("fixed"), now);
  CHECK(send_all(sender, now).size() == 3);
}

TEST_CASE("The circuit breaker's cut outlives a new controller") {
  SenderConfig config = sender_config();
  config.limits.start = megabits_per_second(8);
  config.limits.minimum = kilobits_per_second(20);
  JoinedCall call(make_sender(config));
  call.frame_size = 30'000;
  call.sender->start(t0);
  call.run(3s);
  call.report_heavy_loss();
  REQUIRE(call.sender->circuit_breaker().state() == CircuitBreaker::State::reduced);
  const DataRate limit = call.sender->circuit_breaker().limit();
  CHECK(call.sender->pacer().rate() == limit);
  const bool with_own_rate = GENERATE(false, true);
  auto fixed = make_controller("fixed");
  if (with_own_rate) REQUIRE(set_parameter(*fixed, "rate", "8Mbps").empty());
  call.sender->set_controller(std::move(fixed), call.now);
  CHECK(call.sender->circuit_breaker().state() == CircuitBreaker::State::reduced);
  CHECK(call.sender->pacer().rate() == limit);
  call.sender->set_pacer(make_pacer("rfc3448"), call.now);
  CHECK(call.sender->pacer().rate() == limit);
}

TEST_CASE("An open circuit breaker stays open for a new controller and a new loop, which start when it closes") {
  auto sender = make_sender();
  sender->start(t0);
  sender->push_frame(frame(500, t0), t0);
  LocalTime now = t0;
  for (; now < t0 + 20s; now += 5ms) drain(*sender, now);  // no peer: RTCP timeout after 15 s
  REQUIRE(sender->circuit_breaker().state() == CircuitBreaker::State::open);
  sender->set_controller(make_controller("arc"), now);
  sender->set_pacer(make_pacer("rfc3448"), now);
  CHECK(sender->circuit_breaker().state() == CircuitBreaker::State::open);
  sender->push_frame(frame(500, now), now);
  CHECK(sender->queue().packets() == 0);
  sender->take_key_frame_request();
  for (; now < t0 + 40s; now += 5ms) drain(*sender, now);
  CHECK(sender->circuit_breaker().state() == CircuitBreaker::State::closed);
  CHECK(sender->take_key_frame_request());
  CHECK(sender->pacer().rate() == sender_config().limits.start);
}

TEST_CASE("A sender that does not run takes both, and starts with them at the start rate") {
  const bool after_a_call = GENERATE(false, true);
  auto sender = make_sender();
  LocalTime now = t0;
  if (after_a_call) {
    sender->start(now);
    sender->push_frame(frame(9000, now), now);
    drain(*sender, now += 10ms);
    sender->set_controller(make_controller("ldcc"), now);
    sender->suspend();
  }
  const DataRate idle = sender->pacer().rate();
  sender->set_controller(make_controller("arc"), now);
  sender->set_pacer(make_pacer("rfc3448"), now);
  CHECK(sender->pacer().rate() == idle);
  CHECK(sender->path_conditions().propagation_delay == std::nullopt);
  CHECK_FALSE(sender->running());
  CHECK_FALSE(sender->poll(now));
  CHECK(sender->next_wake() == LocalTime::max());
  CHECK(sender->queue().packets() == 0);
  sender->start(now += 1s);
  CHECK(sender->controller().name() == "arc");
  CHECK(sender->pacer().rate() == sender_config().limits.start);
  sender->push_frame(frame(9000, now), now);
  CHECK(send_all(*sender, now).size() >= 8);
}
