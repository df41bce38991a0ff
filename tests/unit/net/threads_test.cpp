#include <catch2/catch.hpp>
#include <thread>

#include "core/control/factory/controller_factory.h"
#include "core/net/clock.h"
#include "core/net/emulated_link.h"
#include "core/net/network_thread.h"
#include "core/pacing/pacer_factory.h"

using namespace evenkeel;

namespace {

constexpr auto loopback = "127.0.0.1:0";

/// One end of a call with both its threads; sends frames when told to.
struct End {
  boost::asio::io_context io;
  UdpSocket socket{io};
  std::unique_ptr<EmulatedLink> link;
  std::unique_ptr<PacerThread> pacer;
  std::unique_ptr<NetworkThread> network;

  End(std::uint32_t ssrc, std::optional<Endpoint> callee, std::optional<LinkConfig> emulated = std::nullopt) {
    REQUIRE(socket.open(*resolve(loopback, 0)).empty());
    const LocalTime start = monotonic_now();
    DatagramSink* sink = &socket;
    if (emulated) {
      link = std::make_unique<EmulatedLink>(*emulated, socket, socket.ip_overhead(), start);
      sink = link.get();
    }
    SenderConfig sender;
    sender.ssrc = ssrc;
    sender.cname = "end";
    sender.clock_id = clock_id(ssrc);
    sender.limits.start = megabits_per_second(4);
    sender.keep_packet_results = true;
    PacerThread::Config pacing{"out", start, true, {}};
    if (link) pacing.link_state = [this] { return link->state(); };
    pacer = std::make_unique<PacerThread>(
        pacing, std::make_unique<Sender>(sender, make_controller("fixed"), make_pacer("rmc")), *sink);
    NetworkThread::Config config;
    config.flow = "in";
    config.run_start = start;
    config.receiver.ssrc = ssrc;
    config.receiver.cname = "end";
    config.receiver.clock_id = sender.clock_id;
    config.callee = callee;
    network = std::make_unique<NetworkThread>(config, io, socket, *sink, *pacer);
  }
  ~End() {
    network->hang_up();
    pacer->stop();
  }

  bool push_frame() {
    EncodedFrame frame;
    frame.key_frame = pacer->signals().key_frame_wanted.exchange(false);
    frame.data.assign(3000, 1);
    frame.data[0] = frame.key_frame ? 0x10 : 0x11;
    frame.capture_time = monotonic_now();
    return pacer->push_frame(std::move(frame));
  }
  std::optional<CallEvent::Kind> event() {
    const auto e = network->events().pop(5s);
    if (!e) return std::nullopt;
    return e->kind;
  }
};

std::chrono::steady_clock::time_point to_steady(LocalTime t) {
  return std::chrono::steady_clock::time_point(t.time_since_epoch());
}

/// Both send 30 frames a second for so long; returns how many came to each.
std::pair<int, int> talk(End& a, End& b, Duration length) {
  std::pair<int, int> came;
  const LocalTime end = monotonic_now() + length;
  while (monotonic_now() < end) {
    for (End* e : {&a, &b}) {
      if (e->pacer->signals().running) e->push_frame();
    }
    std::this_thread::sleep_for(33ms);
    while (a.network->frames().try_pop()) ++came.first;
    while (b.network->frames().try_pop()) ++came.second;
  }
  return came;
}

}  // namespace

TEST_CASE("Two ends with their threads: they meet, talk, and part") {
  End listener(1, std::nullopt);
  CHECK(listener.network->state() == CallState::waiting);
  End caller(2, listener.socket.local());
  CHECK(listener.event() == CallEvent::Kind::connected);
  CHECK(caller.event() == CallEvent::Kind::connected);
  CHECK(caller.network->state() == CallState::in_call);
  CHECK(caller.network->same_clock());
  const auto [to_listener, to_caller] = talk(caller, listener, 1s);
  CHECK(to_listener > 10);
  CHECK(to_caller > 10);
  CHECK(caller.pacer->signals().round_trip_ns > 0);
  int rows = 0;
  while (const auto row = caller.pacer->samples().pop()) {
    CHECK(row->time % 100ms == Duration::zero());
    ++rows;
  }
  CHECK(rows >= 5);
  int packets = 0;
  while (const auto record = caller.pacer->packets().pop()) {
    REQUIRE(record->one_way_delay);
    CHECK(*record->one_way_delay > -2ms);
    CHECK(*record->one_way_delay < 1s);
    ++packets;
  }
  CHECK(packets > 30);
  caller.network->hang_up();
  CHECK(listener.event() == CallEvent::Kind::peer_left);
  CHECK(listener.network->state() == CallState::waiting);
}

TEST_CASE("A pacer thread that is kept from running measures the same round trip: the kernel stamps the reports") {
  End listener(1, std::nullopt);
  End caller(2, listener.socket.local());
  REQUIRE(caller.event() == CallEvent::Kind::connected);
  for (int i = 0; i < 15; ++i) {
    caller.pacer->post([](Sender&, LocalTime now) { std::this_thread::sleep_until(to_steady(now + 60ms)); });
    talk(caller, listener, 66ms);
  }
  CHECK(caller.pacer->signals().round_trip_ns > 0);
  CHECK(Duration(caller.pacer->signals().round_trip_ns) < 8ms);
}

TEST_CASE("The one that is called hangs up: the caller's call has ended") {
  auto listener = std::make_unique<End>(1, std::nullopt);
  End caller(2, listener->socket.local());
  REQUIRE(caller.event() == CallEvent::Kind::connected);
  listener.reset();
  CHECK(caller.event() == CallEvent::Kind::peer_left);
  CHECK(caller.network->state() == CallState::ended);
}

TEST_CASE("A third one's datagrams are ignored") {
  End listener(1, std::nullopt);
  End caller(2, listener.socket.local());
  REQUIRE(listener.event() == CallEvent::Kind::connected);
  End third(3, listener.socket.local());
  const LocalTime end = monotonic_now() + 5s;
  while (listener.network->ignored_datagrams() == 0 && monotonic_now() < end) std::this_thread::sleep_for(10ms);
  CHECK(listener.network->ignored_datagrams() > 0);
  CHECK(third.network->state() == CallState::connecting);
  CHECK(listener.network->state() == CallState::in_call);
}

TEST_CASE("Over an emulated link the delay is the link's") {
  LinkConfig config;
  config.capacity = Capacity::constant(megabits_per_second(10));
  config.propagation_delay = 30ms;
  End listener(1, std::nullopt);
  End caller(2, listener.socket.local(), config);
  REQUIRE(listener.event() == CallEvent::Kind::connected);
  REQUIRE(caller.event() == CallEvent::Kind::connected);
  talk(caller, listener, 1s);
  double least = 1e9;
  while (const auto row = caller.pacer->samples().pop()) {
    if (row->one_way_delay_ms) least = std::min(least, *row->one_way_delay_ms);
    CHECK(row->link_capacity_bps == 10e6);
  }
  CHECK(least > 29);
  CHECK(least < 60);
}
