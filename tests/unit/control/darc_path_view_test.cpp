#include "core/control/darc/path_view.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// A path of 40 ms there and 60 ms back; a packet of 1250 bytes each 10 ms is sent, and reported one by one.
struct Path {
  darc::PathView view;
  LocalTime sent = t0;
  std::int64_t sequence = 0;
  Duration minimum = 100ms;
  Duration assumed{};  ///< of the delays, which are estimates then
  Duration reordering{};

  Path() { view.start(t0); }
  void send(DataSize size = bytes(1250)) {
    view.on_sent({sequence++, size, sent});
    sent += 10ms;
  }
  void report(LocalTime when_sent, Duration delay, Duration back = 60ms, DataSize size = bytes(1250),
              bool sound = false) {
    PacketResult result{sequence++, size, when_sent, true, RemoteTime(when_sent.time_since_epoch() + delay), delay};
    result.assumed_propagation = assumed;
    result.sound = sound;
    PathReport report;
    report.now = when_sent + delay + back;
    report.packets = {&result, 1};
    report.round_trip_time = delay + back;
    report.min_round_trip_time = minimum;
    report.reordering = reordering;
    view.on_report(report);
  }
};

}  // namespace

TEST_CASE("DARC sees the queue above the least delay, and that of the reports in the rest of the round trip") {
  Path path;
  path.report(t0, 40ms);
  CHECK(path.view.queue() == 0ms);
  path.report(t0 + 10ms, 55ms, 80ms);
  CHECK(path.view.queue() == 15ms);
  CHECK(path.view.queue_step() == 15ms);
  CHECK(path.view.backward_queue() == 20ms);
  CHECK(path.view.newest_sent() == t0 + 10ms);
  REQUIRE(path.view.seen().size() == 1);
  CHECK_FALSE(path.view.seen()[0].on_floor);
}

TEST_CASE("DARC takes no step of what an estimate assumes for a queue") {
  Path path;
  path.assumed = 20ms;
  path.report(t0, 20ms);
  path.assumed = 50ms;  // RTT_min has expired
  path.report(t0 + 10ms, 50ms);
  CHECK(path.view.queue() == 0ms);
  CHECK(path.view.seen()[0].on_floor);
  CHECK(path.view.base().base() + path.view.assumed_propagation() == 50ms);
  path.report(t0 + 20ms, 57ms);
  CHECK(path.view.queue() == 7ms);
}

TEST_CASE("DARC compares no small packet's delay with those of large ones") {
  Path path;
  path.report(t0, 40ms);
  path.report(t0 + 10ms, 33ms, 60ms, bytes(200));
  CHECK(path.view.seen().empty());
  CHECK(path.view.base().base() == 40ms);
  path.report(t0 + 20ms, 33ms, 60ms, bytes(1000));
  CHECK(path.view.base().base() == 33ms);
}

TEST_CASE("DARC compares sound with nothing but sound, and only where there has been nothing else for 2 s") {
  Path path;
  const auto sound = [&](Duration when, Duration delay) { path.report(t0 + when, delay, 60ms, bytes(150), true); };
  sound(0ms, 30ms);
  CHECK_FALSE(path.view.base().known());
  path.report(t0 + 10ms, 40ms, 60ms, bytes(180));  // a frame of a still picture
  CHECK(path.view.base().base() == 40ms);
  sound(20ms, 31ms);
  CHECK(path.view.seen().empty());
  sound(2s, 30ms);
  CHECK(path.view.seen().empty());
  sound(2020ms, 30ms);
  REQUIRE(path.view.seen().size() == 1);
  CHECK(path.view.queue() == 0ms);
  sound(2040ms, 37ms);
  CHECK(path.view.queue() == 7ms);
  CHECK(path.view.base().base() == 40ms);  // large packets find theirs as it was
  path.report(t0 + 3s, 42ms);
  CHECK(path.view.queue() == 2ms);
  sound(3020ms, 30ms);
  CHECK(path.view.seen().empty());
}

TEST_CASE("DARC takes the queue from packets that compare, and from small ones where there were no others for long") {
  Path path;
  path.report(t0, 40ms);
  path.report(t0 + 10ms, 70ms);
  path.report(t0 + 20ms, 45ms, 60ms, bytes(200));  // it met 30 ms as well, but takes 25 less on the link
  CHECK(path.view.queue() == 30ms);
  CHECK(path.view.newest_sent() == t0 + 20ms);
  path.report(t0 + 210ms, 45ms, 60ms, bytes(200));
  CHECK(path.view.queue() == 30ms);
  path.report(t0 + 211ms, 45ms, 60ms, bytes(200));
  CHECK(path.view.queue() == 5ms);
}

TEST_CASE("DARC predicts from the packet whose queue it knows, and misses none that a later one overtook") {
  Path path;
  path.report(t0 - 1s, 40ms);
  path.report(t0, 55ms);
  for (int i = 0; i < 4; ++i) path.send();
  path.report(t0 + 20ms, 45ms, 60ms, bytes(200));
  CHECK(path.view.predicted_queue(megabits_per_second(1), t0 + 25ms) == 20ms);  // 15 + 30 - 25, as without it
}

TEST_CASE("DARC's predictor: what was sent since, less what was passed on since") {
  // q 15 ms, 3 packets of 10 ms at 1 Mbit/s since, 25 ms ago: 15 + 30 - 25.
  Path path;
  path.report(t0 - 1s, 40ms);
  path.report(t0, 55ms);
  for (int i = 0; i < 4; ++i) path.send();  // the first one at t0 itself is the one reported
  CHECK(path.view.predicted_queue(megabits_per_second(1), t0 + 25ms) == 20ms);
  CHECK(path.view.predicted_queue(megabits_per_second(2), t0 + 25ms) == 5ms);
  CHECK(path.view.predicted_queue(megabits_per_second(2), t0 + 90ms) == 0ms);  // never negative
}

TEST_CASE("DARC predicts for an overdue packet at least the time by which it is overdue") {
  Path path;
  path.report(t0, 40ms);
  path.send();
  path.send();  // at 10 ms: due at 110 ms
  CHECK(path.view.predicted_queue(megabits_per_second(1), t0 + 112ms) == 0ms);
  CHECK(path.view.predicted_queue(megabits_per_second(1), t0 + 180ms) == 80ms);
}

TEST_CASE("DARC expects no report where nothing was sent") {
  Path path;
  path.send();
  path.report(t0, 40ms);
  CHECK(path.view.predicted_queue(megabits_per_second(1), t0 + 10s) == 0ms);
}

TEST_CASE("DARC takes what it took for a queue into the path where the route has changed") {
  Path path;
  path.report(t0, 40ms);
  path.report(t0 + 10ms, 100ms);
  path.view.on_route_change(t0 + 170ms);
  CHECK(path.view.queue() == 0ms);
  CHECK(path.view.round_trip() == 160ms);
  path.report(t0 + 20ms, 100ms);
  CHECK(path.view.queue() == 0ms);
  CHECK(path.view.backward_queue() == 0ms);
  path.minimum = 150ms;  // what is measured counts again
  path.report(t0 + 30ms, 100ms);
  CHECK(path.view.round_trip() == 150ms);
}

TEST_CASE("Where packets overtake one another DARC takes the queue that the quickest of them met") {
  Path path;
  path.report(t0, 40ms);
  path.report(t0 + 10ms, 55ms);
  CHECK(path.view.queue() == 15ms);  // in order: the newest
  path.reordering = 25ms;
  path.report(t0 + 20ms, 43ms);
  path.report(t0 + 30ms, 60ms);
  CHECK(path.view.queue() == 3ms);
  path.report(t0 + 40ms, 50ms);
  CHECK(path.view.queue() == 3ms);
  path.report(t0 + 50ms, 52ms);  // that of 20 ms is too old
  CHECK(path.view.queue() == 10ms);
  path.reordering = 0ms;
  path.report(t0 + 60ms, 58ms);
  CHECK(path.view.queue() == 18ms);
}
