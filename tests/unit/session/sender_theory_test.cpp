#include <catch2/catch.hpp>

#include "core/theory/ldcc_theory.h"
#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

Sample sample_of(JoinedCall& call, std::optional<double> capacity = std::nullopt) {
  Sample sample;
  call.sender->sample(call.now, sample, capacity ? std::optional(bits_per_second(*capacity)) : std::nullopt);
  return sample;
}

struct Running : JoinedCall {
  explicit Running(SenderConfig config = sender_config(), std::string_view controller = "ldcc")
      : JoinedCall(make_sender(config, controller)) {
    sender->start(t0);
  }
};

}  // namespace

TEST_CASE("The path without queues and the way back are known with the first report") {
  const DelayKind kind = GENERATE(DelayKind::true_, DelayKind::estimated);
  SenderConfig config = sender_config();
  config.delay_kind = kind;
  Running call(config);
  call.run(20ms);
  CHECK_FALSE(sample_of(call).propagation_delay_ms);
  CHECK_FALSE(call.sender->path_conditions().backward_delay);
  call.run(2s);
  // 25 ms each way; the call steps in milliseconds, and reports round to 1/1024 s.
  CHECK(*sample_of(call).propagation_delay_ms == Approx(25).margin(1.5));
  const PathConditions path = call.sender->path_conditions();
  CHECK(to_milliseconds(*path.propagation_delay) == Approx(25).margin(1.5));
  CHECK(to_milliseconds(*path.backward_delay) == Approx(25).margin(2));
  CHECK(to_milliseconds(*path.min_round_trip_time) == Approx(50).margin(2));
  CHECK(to_milliseconds(*path.round_trip_time) == Approx(51).margin(3));
  CHECK(path.packet == bytes(1228));
}

TEST_CASE("Another clock of the peer does not tilt the estimated propagation delay") {
  SenderConfig config = sender_config();
  config.delay_kind = DelayKind::estimated;
  Running call(config);
  call.peer_clock = 12345s;
  call.run(2s);
  CHECK(*sample_of(call).propagation_delay_ms == Approx(25).margin(1.5));
  CHECK(to_milliseconds(*call.sender->path_conditions().backward_delay) == Approx(25).margin(2));
}

TEST_CASE("Theory predicts for the rate sent, or for the link's capacity where that is known") {
  Running call;
  call.run(5s);
  const auto prediction = [&](double rate) {
    const auto back = *call.sender->path_conditions().backward_delay;
    return to_milliseconds(*ldcc_equilibrium_delay({}, bits_per_second(rate), back));
  };
  Sample row = sample_of(call);
  const auto sent = call.sender->path_conditions().rate;
  REQUIRE(sent);
  CHECK(sent->bps() == Approx(30 * (3000 + 3 * 60) * 8).epsilon(0.07));  // 30 frames of 3 packets
  CHECK(*row.delay_threshold_ms == 100);
  CHECK(*row.predicted_delay_ms == Approx(prediction(sent->bps())));

  row = sample_of(call, 2.5e6);
  CHECK(call.sender->path_conditions().rate == bits_per_second(2.5e6));
  CHECK(*row.predicted_delay_ms == Approx(prediction(2.5e6)));
  CHECK(*row.predicted_delay_ms == Approx(110.87).margin(0.3));
  CHECK(*row.delay_threshold_ms == 100);

  row = sample_of(call, 150e3);  // below w/beta
  CHECK_FALSE(row.predicted_delay_ms);
  CHECK(*row.delay_threshold_ms == 100);

  row = sample_of(call, 100e6);  // more than the limits allow: it will not fill
  CHECK_FALSE(row.predicted_delay_ms);
}

TEST_CASE("The terms of the law are in the row, in their order") {
  Running call;
  call.run(3s);
  const Sample row = sample_of(call);
  const auto terms = call.sender->controller().terms();
  REQUIRE(terms.size() == 3);
  CHECK(terms[0].value == Approx(20e3 / *row.target_bitrate_bps).epsilon(0.02));
  CHECK(row.law_term_1 == terms[0].value);
  CHECK(row.law_term_2 == terms[1].value);
  CHECK(row.law_term_3 == terms[2].value);
  call.sender->set_controller(make_controller("fixed"), call.now);
  CHECK_FALSE(sample_of(call).law_term_1);
}

TEST_CASE("What DARC believes of the path is in the row; LDCC says nothing of the kind") {
  Running call;
  call.run(3s);
  Sample row = sample_of(call);
  CHECK_FALSE(row.controller_mode);
  CHECK_FALSE(row.capacity_estimate_bps);
  CHECK_FALSE(row.target_queue_ms);
  CHECK_FALSE(row.predicted_queue_ms);
  call.sender->set_controller(make_controller("darc"), call.now);
  CHECK(sample_of(call).controller_mode == ControllerMode::start);
  CHECK_FALSE(sample_of(call).capacity_estimate_bps);
  call.run(3s);
  row = sample_of(call);
  const ControllerState state = call.sender->controller().state();
  REQUIRE(state.capacity);
  CHECK(row.controller_mode == state.mode);
  CHECK(row.capacity_estimate_bps == state.capacity->bps());
  CHECK(row.target_queue_ms == to_milliseconds(*state.target_queue));
  CHECK(row.predicted_queue_ms == to_milliseconds(*state.predicted_queue));
  call.sender->suspend();
  CHECK_FALSE(sample_of(call).controller_mode);
}

TEST_CASE("Nothing is predicted before the path is known, nor for a sender that does not run") {
  Running call;
  call.run(30ms);
  Sample row = sample_of(call, 2.5e6);
  CHECK_FALSE(row.predicted_delay_ms);
  CHECK_FALSE(row.delay_threshold_ms);
  CHECK_FALSE(row.law_term_1);
  call.run(2s);
  CHECK(sample_of(call, 2.5e6).predicted_delay_ms);
  call.sender->suspend();
  row = sample_of(call, 2.5e6);
  CHECK_FALSE(row.predicted_delay_ms);
  CHECK_FALSE(row.delay_threshold_ms);
  CHECK_FALSE(row.law_term_1);
  CHECK_FALSE(row.propagation_delay_ms);
  CHECK(call.sender->path_conditions().propagation_delay);
  CHECK(call.sender->path_conditions().rate == bits_per_second(2.5e6));
  sample_of(call);
  CHECK_FALSE(call.sender->path_conditions().rate);
  call.sender->start(call.now);  // maybe another peer
  CHECK_FALSE(sample_of(call, 2.5e6).predicted_delay_ms);
  CHECK_FALSE(call.sender->path_conditions().propagation_delay);
  CHECK_FALSE(call.sender->path_conditions().backward_delay);
}
