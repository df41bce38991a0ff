#include <catch2/catch.hpp>
#include <cmath>

#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using State = CircuitBreaker::State;

SenderConfig config_at(DataRate rate, DelayKind kind = DelayKind::true_) {
  SenderConfig config = sender_config();
  config.limits.start = rate;
  config.delay_kind = kind;
  return config;
}

}  // namespace

TEST_CASE("Sender and receiver joined: frames come through and the path is known") {
  JoinedCall call(make_sender(config_at(megabits_per_second(2))));
  call.sender->start(t0);
  call.run(10s);
  CHECK(call.frames >= 298);
  const PathMonitor& path = call.sender->path();
  CHECK(path.history().packets_lost() == 0);
  CHECK(to_milliseconds(*path.one_way_delay()) == Approx(25).margin(1));
  CHECK(to_milliseconds(*path.round_trip_time().smoothed()) == Approx(50).margin(2));
  CHECK(path.history().in_flight() < bytes(12'000));
  CHECK(call.receiver.key_frames_asked() == 0);
}

TEST_CASE("A report that waits to be read lengthens neither the round trip nor the delay of the way back") {
  JoinedCall call(make_sender(config_at(megabits_per_second(2))));
  call.reading_delay = 8ms;
  call.sender->start(t0);
  call.run(5s);
  const PathMonitor& path = call.sender->path();
  CHECK(to_milliseconds(*path.round_trip_time().smoothed()) == Approx(50).margin(2));
  CHECK(to_milliseconds(*path.backward_delay()) == Approx(25).margin(2));
}

TEST_CASE("However long a burst of losses is, each of them counts") {
  JoinedCall call(make_sender(config_at(megabits_per_second(4))));
  call.frame_size = 15'000;
  call.sender->start(t0);
  call.run(2s);
  const int before = call.media;
  call.loses_media = [] { return true; };
  call.run(2500ms);
  const int lost = call.media - before;
  REQUIRE(lost > 960);  // more than two reports can name
  call.loses_media = [] { return false; };
  call.run(1s);
  const PathMonitor& path = call.sender->path();
  CHECK(path.history().packets_lost() == lost);
  CHECK(path.loss_events() > 0);
}

TEST_CASE("The sender's row of telemetry") {
  JoinedCall call(make_sender(config_at(megabits_per_second(2))));
  Sample row;
  call.sender->sample(t0, row);
  CHECK_FALSE(row.target_bitrate_bps);
  call.sender->start(t0);
  call.run(2s);
  call.sender->sample(call.now, row);
  call.run(3s);
  call.loses_media = [n = 0]() mutable { return ++n % 10 == 0; };
  call.run(4s);
  row = {};
  call.sender->sample(call.now, row);
  CHECK(*row.target_bitrate_bps == 2e6);
  CHECK(*row.media_bitrate_bps == Approx(720e3).epsilon(0.01));
  CHECK(*row.send_bitrate_bps == Approx(720e3 * 1.05).epsilon(0.02));
  CHECK(*row.receive_bitrate_bps < 0.96 * *row.send_bitrate_bps);
  CHECK(*row.rate_mismatch_bps == Approx(2e6 - *row.send_bitrate_bps));
  CHECK(*row.fraction_lost == Approx(0.1 * 4 / 7).margin(0.01));
  CHECK(*row.packets_sent == call.media);
  CHECK(*row.one_way_delay_ms == Approx(25).margin(1));
  CHECK(row.one_way_delay_kind == DelayKind::true_);
  CHECK(*row.round_trip_time_ms == Approx(50).margin(2));
  call.sender->suspend();
  row = {};
  call.sender->sample(call.now + 1s, row);
  CHECK_FALSE(row.send_bitrate_bps);
  CHECK_FALSE(row.target_bitrate_bps);
}

// Frozen, or as zeros, they would go into means and plots for as long as a listener waits.
TEST_CASE("While nobody is there rows have counters alone, which stay") {
  JoinedCall call(make_sender(config_at(megabits_per_second(2))));
  call.tells_round_trip = false;
  call.sender->start(t0);
  Sample sender;
  Sample receiver;
  for (int i = 0; i < 2; ++i) {
    call.run(2s);
    sender = receiver = {};
    call.sender->sample(call.now, sender);
    call.receiver.sample(call.now, receiver);
  }
  REQUIRE(sender.round_trip_time_ms);
  REQUIRE(sender.outstanding_bytes);
  REQUIRE(receiver.round_trip_time_ms);
  REQUIRE(receiver.receive_bitrate_bps);
  call.sender->suspend();
  Sample ended[2];
  call.sender->sample(call.now, ended[0]);
  call.receiver.sample(call.now, ended[1], false);
  for (Sample& row : ended) row = {};
  call.sender->sample(call.now + 1s, ended[0]);
  call.receiver.sample(call.now + 1s, ended[1], false);
  CHECK_FALSE(ended[0].one_way_delay_kind);
  for (const Column& column : columns()) {
    if (column.member == nullptr) continue;
    INFO(column.name);
    const bool counter = column.kind == ColumnKind::counter;
    CHECK(ended[0].*column.member == (counter ? sender.*column.member : std::nullopt));
    CHECK(ended[1].*column.member == (counter ? receiver.*column.member : std::nullopt));
  }
}

TEST_CASE("Where both ends are in one process each column of a row has one writer") {
  SenderConfig config = config_at(megabits_per_second(2));
  config.samples_receive_rate = false;
  JoinedCall call(make_sender(config));
  call.sender->start(t0);
  Sample sender;
  Sample receiver;
  for (int i = 0; i < 2; ++i) {
    call.run(2s);
    sender = receiver = {};
    call.sender->sample(call.now, sender);
    call.receiver.sample(call.now, receiver);
  }
  CHECK(receiver.receive_bitrate_bps);
  for (const Column& column : columns()) {
    if (column.member == nullptr) continue;
    INFO(column.name);
    CHECK_FALSE((sender.*column.member && receiver.*column.member));
  }
}

TEST_CASE("A row without a report does not say that nothing arrives, a second of them does") {
  JoinedCall call(make_sender(config_at(megabits_per_second(2))));
  call.sender->start(t0);
  Sample row;
  for (int i = 0; i < 2; ++i) {
    call.run(2s);
    row = {};
    call.sender->sample(call.now, row);
  }
  REQUIRE(row.receive_bitrate_bps);
  CHECK(*row.receive_bitrate_bps == Approx(*row.send_bitrate_bps).epsilon(0.1));
  row = {};
  call.sender->sample(call.now + 10ms, row);
  CHECK(row.send_bitrate_bps);
  CHECK_FALSE(row.receive_bitrate_bps);
  row = {};
  call.sender->sample(call.now + 1010ms, row);
  CHECK(row.receive_bitrate_bps == 0.0);
}

TEST_CASE("Results are kept where they are asked for, each once") {
  SenderConfig config = config_at(megabits_per_second(2));
  config.keep_packet_results = true;
  JoinedCall call(make_sender(config));
  call.sender->start(t0);
  call.loses_media = [n = 0]() mutable { return ++n % 10 == 0; };
  std::vector<std::int64_t> sequences;
  int lost = 0;
  for (int i = 0; i < 50; ++i) {
    call.run(100ms);
    for (const PacketResult& r : call.sender->take_packet_results()) {
      sequences.push_back(r.rtp_sequence);
      lost += r.received ? 0 : 1;
    }
  }
  std::sort(sequences.begin(), sequences.end());
  CHECK(std::adjacent_find(sequences.begin(), sequences.end()) == sequences.end());
  CHECK(static_cast<int>(sequences.size()) > call.media - 30);
  CHECK(lost == call.sender->path().history().packets_lost());
}

TEST_CASE("Another peer may have another clock: the delay of the one before is forgotten") {
  JoinedCall call(make_sender(config_at(megabits_per_second(1), DelayKind::estimated)));
  call.sender->start(t0);
  call.run(5s);
  CHECK(to_milliseconds(*call.sender->path().one_way_delay()) == Approx(25).margin(2));
  call.sender->suspend();
  call.run(1s);
  call.peer_clock = 5h;
  call.sender->start(call.now);
  CHECK_FALSE(call.sender->path().one_way_delay());
  call.run(5s);
  CHECK(to_milliseconds(*call.sender->path().one_way_delay()) == Approx(25).margin(2));
}

TEST_CASE("A peer that never gets a packet sends reports without blocks: after 15 s media stop") {
  SenderConfig config = config_at(kilobits_per_second(500));
  config.first_sequence_number = 100;  // keys never begin near a wrap
  JoinedCall call(make_sender(config));
  call.frame_size = 1500;
  call.loses_media = [] { return true; };
  call.sender->start(t0);
  call.run(14900ms);
  CHECK(call.sender->circuit_breaker().state() == State::closed);
  call.run(200ms);
  CHECK(call.sender->circuit_breaker().state() == State::open);
  CHECK(call.sender->media_target() == config_at({}).limits.minimum);
  CHECK(call.sender->pacer_queue() == Duration::zero());
  const int before = call.media;
  call.run(14s);
  CHECK(call.media - before >= 13);  // a probe per second
  CHECK(call.media - before <= 14);
  call.loses_media = [] { return false; };
  call.run(2s);
  CHECK(call.sender->circuit_breaker().state() == State::closed);
  CHECK(call.media > before + 50);
  CHECK(call.frames > 20);                                           // from a new key frame on
  CHECK(call.sender->path().history().in_flight() < bytes(50'000));  // without what nobody will ever report on
}

TEST_CASE("Without any report media stop after 15 s, and with an open breaker sender reports go on") {
  JoinedCall call(make_sender(config_at(kilobits_per_second(500))));
  call.reports_get_through = false;
  call.sender->start(t0);
  call.run(15100ms);
  REQUIRE(call.sender->circuit_breaker().state() == State::open);
  int reports = 0;
  for (int i = 0; i < 3000; ++i) {
    call.now += 1ms;
    for (const auto& datagram : drain(*call.sender, call.now)) reports += is_rtcp(datagram) ? 1 : 0;
  }
  CHECK(reports == 3);
}

TEST_CASE("A forward path that dies in the call stops media within three seconds") {
  JoinedCall call(make_sender(config_at(kilobits_per_second(500))));
  call.sender->start(t0);
  call.run(5s);
  call.loses_media = [] { return true; };
  call.run(3s);
  CHECK(call.sender->circuit_breaker().state() == State::open);
}

TEST_CASE("After an outage the picture is back within a second of the first report") {
  const bool both_ways = GENERATE(false, true);
  const Duration outage = both_ways ? Duration(20s) : Duration(5s);  // breakers 1 and 2
  JoinedCall call(make_sender(config_at(kilobits_per_second(500)), "darc"));
  call.frame_size = 1500;
  call.sender->start(t0);
  call.run(5s);
  call.loses_media = [] { return true; };
  call.reports_get_through = !both_ways;
  call.run(outage);
  REQUIRE(call.sender->circuit_breaker().state() == State::open);
  call.loses_media = [] { return false; };
  call.reports_get_through = true;
  if (both_ways) call.run(600ms);  // in which a report is due even where nothing comes
  const int before = call.frames;
  call.run(1s);
  CHECK(call.sender->circuit_breaker().state() == State::closed);
  CHECK(call.frames > before);
  call.run(5s);
  CHECK(call.frames > before + 100);
}

TEST_CASE("The breaker judges what is sent, not what might be") {
  // Ten times what TCP would have is less than the target of 8 Mbit/s and more than the 0.7 that are sent.
  JoinedCall call(make_sender(config_at(megabits_per_second(8))));
  call.sender->start(t0);
  call.run(3s);
  call.report_heavy_loss();
  CHECK(call.sender->circuit_breaker().state() == State::closed);
  CHECK(call.sender->circuit_breaker().limit() < megabits_per_second(5));
}

namespace {

/// Of the breaker, at a loss of 1 % of large packets that follow on small ones.
DataRate limit_behind_small_packets(Duration length) {
  JoinedCall call(make_sender(config_at(megabits_per_second(8))));
  call.frame_size = 150;
  call.sender->start(t0);
  call.run(length);
  call.frame_size = 30'000;
  call.run(2s);
  call.loses_media = [n = 0]() mutable { return ++n % 100 == 0; };
  call.run(3s);
  REQUIRE(call.sender->circuit_breaker().state() == State::closed);
  return call.sender->circuit_breaker().limit();
}

}  // namespace

// An hour of a paused picture counted as much as the hour of pictures behind it, and held it to a fifth of its rate.
TEST_CASE("The breaker goes by the size of the packets of the last two seconds, not by small ones long ago") {
  const DataRate limit = limit_behind_small_packets(33ms);
  CHECK(limit > megabits_per_second(8));
  CHECK(limit_behind_small_packets(10min) > 0.9 * limit);
}

TEST_CASE("Heavy loss at a high rate keeps it below ten times what TCP would have, so that nothing is cut") {
  JoinedCall call(make_sender(config_at(megabits_per_second(8))));
  call.frame_size = 30'000;
  call.loses_media = [n = 0]() mutable { return ++n % 3 == 0; };
  call.sender->start(t0);
  for (int i = 0; i < 100; ++i) {
    call.run(100ms);
    REQUIRE(call.sender->circuit_breaker().state() == State::closed);
  }
  // 1228 bytes per packet, 50 ms, a third of all.
  const double tcp = std::sqrt(1.5 * 3) * 1228 * 8 / 0.05;
  CHECK(call.sender->pacer().rate().bps() < 9 * tcp);
  CHECK(call.sender->pacer().rate().bps() > 4 * tcp);
}

TEST_CASE("Heavy loss that begins at a high rate cuts it to a tenth") {
  JoinedCall call(make_sender(config_at(megabits_per_second(8))));
  call.frame_size = 30'000;
  call.sender->start(t0);
  call.run(3s);
  call.report_heavy_loss();
  CHECK(call.sender->circuit_breaker().state() == State::reduced);
  CHECK(call.sender->pacer().rate() < megabits_per_second(0.85));
}
