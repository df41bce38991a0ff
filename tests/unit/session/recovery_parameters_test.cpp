#include "core/session/recovery_parameters.h"

#include <catch2/catch.hpp>

#include "core/parameters/parameter_list.h"
#include "recovery_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr RecoveryConfig retransmission_alone{true, false, 0.0};
constexpr RecoveryConfig references_alone{false, true, 0.0};
constexpr int hit = 60;

RecoveryParameters with(const std::string& name, const std::string& text) {
  RecoveryParameters parameters;
  REQUIRE(set_parameter(parameters, name, text).empty());
  return parameters;
}

/// Of a hole that only a jump gets past.
Duration gap_with(const RecoveryParameters& parameters) {
  RecoveryCall call(references_alone, all_features, 50ms);
  call.call.receiver.set_recovery(parameters);
  call.call.loses = Loser(video_payload_type, [](int frame, int) { return frame == hit; });
  call.call.run(5s);
  return call.longest_gap();
}

Duration hold_with(const RecoveryParameters& parameters, bool recovered) {
  PlayoutDelay playout(parameters.playout);
  for (int i = 0; i < 300; ++i) {
    const bool late = i % 10 == 0;
    const LocalTime completed = t0 + i * 33'333'333ns + (late ? 100ms : 0ms);
    playout.show_at(static_cast<std::uint32_t>(i * 3000), completed, late && recovered);
  }
  return playout.hold();
}

}  // namespace

TEST_CASE("Every default lies in its range, is taken as it is shown, and has a meaning") {
  RecoveryParameters parameters;
  for (const ParameterValue& p : list_parameters(parameters)) {
    INFO(p.info.name);
    CHECK(p.value >= p.info.minimum);
    CHECK(p.value <= p.info.maximum);
    CHECK_FALSE(p.info.meaning.empty());
    RecoveryParameters other;
    CHECK(set_parameter(other, p.info.name, p.text).empty());
  }
  CHECK(list_parameters(parameters).size() == 11);
}

TEST_CASE("Shares may be given in per cent, times need their unit") {
  CHECK(with("repair_min", "12%").protection.min_in_competition == Approx(0.12));
  CHECK(with("backlog", "3ms").headroom.usual_wait == 3ms);
  CHECK(with("window_max", "12").protection.max_window == 12);
}

TEST_CASE("Values that make no sense are refused by a sentence and change nothing") {
  struct Row {
    const char* name;
    const char* text;
    const char* why;
  };
  const auto row = GENERATE(values<Row>({
      {"attempts", "0", "from 1 to 10"},
      {"attempts", "2.5", "not a whole number"},
      {"window_max", "13", "from 2 to 12"},
      {"repair_min", "35%", "outside the range"},
      {"headroom_min", "11%", "outside the range"},  // above what headroom_max can be, there would be no range left
      {"headroom_max", "9%", "outside the range"},
      {"rtx_share", "-1%", "recovery.rtx_share"},
      {"ask_rtt", "130", "has no unit"},
      {"playout_share", "nan", "not a number"},
      {"attempt", "3", "recovery has no parameter 'attempt'; it has repair_min"},
  }));
  CAPTURE(row.name, row.text);
  RecoveryParameters parameters;
  CHECK_THAT(set_parameter(parameters, row.name, row.text), Catch::Contains(row.why));
  RecoveryParameters untouched;
  const auto before = list_parameters(untouched);
  const auto after = list_parameters(parameters);
  for (std::size_t i = 0; i < before.size(); ++i) CHECK(after[i].value == before[i].value);
}

TEST_CASE("A packet is asked for as often as attempts says, also where that changes while it is missing") {
  RecoveryCall call(retransmission_alone, all_features, 20ms);
  call.call.receiver.set_recovery(with("attempts", "1"));
  Loser media(video_payload_type, [](int frame, int packet) { return frame % hit == hit - 1 && packet == 2; });
  call.call.loses = [&](auto packet) { return media(packet) || (packet[1] & 0x7F) == retransmission_payload_type; };
  call.call.run(3s);
  const auto& stats = call.call.receiver.video().requester().stats();
  CHECK(stats.asked == 1);
  CHECK(stats.again == 0);
  call.call.receiver.set_recovery(with("attempts", "3"));
  call.call.run(2s);
  CHECK(stats.asked == 4);
}

TEST_CASE("Nothing is sent again from when its share is 0") {
  RecoveryCall call(retransmission_alone, all_features, 20ms);
  call.lose(0.05);
  call.call.run(2s);
  const auto before = call.call.sender->retransmissions().packets();
  CHECK(before > 5);
  call.call.sender->set_recovery(with("rtx_share", "0"));
  call.call.run(2s);
  CHECK(call.call.sender->retransmissions().packets() == before);
  CHECK(call.call.sender->retransmissions().stats().over_budget > 5);
}

TEST_CASE("A larger share lets more be sent again in a moment") {
  const auto answered = [](double share) {
    RetransmissionHistory history({});
    history.set_rate(megabits_per_second(1));
    history.set_share(share);
    const std::vector<std::uint8_t> packet(1000);
    for (std::uint16_t i = 0; i < 60; ++i) history.on_sent(i, packet, t0);
    for (std::uint16_t i = 0; i < 60; ++i) history.on_request(i, t0 + 50ms);
    return history.stats().answered;
  };
  CHECK(answered(0.25) == 15);  // 15,625 bytes in 500 ms, of 1030 each
  CHECK(answered(0.5) == 30);
}

TEST_CASE("A frame is said to be broken as long after 1.5 round trips as broken_after says") {
  const Duration usual = gap_with({});
  const Duration late = gap_with(with("broken_after", "400ms"));
  CHECK(late - usual > 300ms);
  CHECK(late - usual < 420ms);
}

TEST_CASE("Beside others repair has the share that is set") {
  ProtectionPlan plan({});
  plan.set_limits(with("repair_min", "20%").protection);
  plan.update({100ms, 33ms, true}, t0);
  CHECK(plan.share() == Approx(0.2));
  plan.update({100ms, 33ms, false}, t0 + 1s);
  CHECK(plan.share() == 0);
}

TEST_CASE("A window has as many frames as are set, where the round trip asks for more") {
  ProtectionPlan plan({});
  plan.set_limits(with("window_max", "3").protection);
  plan.update({40ms, 33'333'333ns, false}, t0);
  CHECK(plan.window() == 3);
  plan.update({1s, 33'333'333ns, false}, t0 + 1s);
  CHECK(plan.window() == 3);
}

TEST_CASE("Headroom stays within its limits, and the backlog that is set decides between them") {
  MediaTarget target;
  const MediaTarget::Frame frame{bytes(3600), bytes(4000), megabits_per_second(2.5), 6ms, 0ms, 33'333'333ns};
  for (int i = 0; i < 200; ++i) target.on_frame_with_repair(frame, 0, with("headroom_min", "4%").headroom);
  CHECK(target.headroom() == Approx(0.04));
  RecoveryParameters strict = with("backlog", "5ms");
  REQUIRE(set_parameter(strict, "headroom_max", "30%").empty());
  for (int i = 0; i < 200; ++i) target.on_frame_with_repair(frame, 0, strict.headroom);
  CHECK(target.headroom() == Approx(0.3));
}

TEST_CASE("Up to the round trip that is set holes are asked for at once, although repair is expected") {
  RetransmissionRequester requester;
  requester.set_limits(with("ask_rtt", "200ms").requests);
  requester.set_round_trip_time(200ms);
  requester.set_repair_wait(100ms);
  requester.on_packet({.number = 1, .highest = 1, .begins = true}, t0);
  requester.on_packet({.number = 3, .highest = 3}, t0);
  CHECK(requester.next_wake() == t0);
  requester.set_round_trip_time(201ms);
  CHECK(requester.next_wake() == t0 + 100ms);
}

TEST_CASE("Playout covers the share of frames that is set, and adds for recovered ones what is set") {
  CHECK(hold_with({}, false) < 1ms);  // a tenth is late
  CHECK(hold_with(with("playout_share", "95%"), false) > 99ms);
  RecoveryParameters parameters = with("playout_share", "95%");
  REQUIRE(set_parameter(parameters, "recovered_hold", "20ms").empty());
  CHECK(hold_with(parameters, true) > 19ms);
  CHECK(hold_with(parameters, true) < 21ms);
}

TEST_CASE("A stream that begins again keeps what playout was told") {
  PlayoutDelay playout(with("playout_share", "95%").playout);
  playout.reset();
  for (int i = 0; i < 300; ++i) {
    const LocalTime completed = t0 + i * 33'333'333ns + (i % 10 == 0 ? 100ms : 0ms);
    playout.show_at(static_cast<std::uint32_t>(i * 3000), completed);
  }
  CHECK(playout.hold() > 99ms);
}
