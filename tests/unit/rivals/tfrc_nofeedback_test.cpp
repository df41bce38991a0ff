#include <catch2/catch.hpp>

#include "core/control/rivals/tfrc/tfrc.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 800 kbit/s in packets of 1000 bytes, all that the limits allow, over a round trip of 100 ms, then silence.
struct SilentFlow {
  Tfrc tfrc;
  PacketFeed feed{tfrc};
  std::int64_t sequence = 1'000'000;

  explicit SilentFlow(DataRate least = bits_per_second(1)) {
    feed.target = tfrc.start({kilobits_per_second(800), least, kilobits_per_second(800)}, 1, t0).target;
    feed.size = bytes(1000);
    feed.tells_sending = true;
  }
  /// X.
  DataRate rate() const { return tfrc.allowed_rate(); }
  void run(int packets, bool loses) {
    feed.run(packets);
    if (loses) feed.next(false);
  }
  /// Until the timer expires; returns how long it then runs.
  Duration expire(bool idle = false) {
    const LocalTime now = *tfrc.next_tick();
    CHECK_FALSE(tfrc.on_tick(now - 1ns));
    if (!idle) tfrc.on_sent({sequence++, bytes(1000), now});
    if (const auto update = tfrc.on_tick(now)) feed.target = update->target;
    return *tfrc.next_tick() - now;
  }
  double expired_kbps(bool idle = false) {
    expire(idle);
    return rate().kbps();
  }
};

constexpr double packet_per_64_s = 8000.0 / 64;  // bit/s

}  // namespace

TEST_CASE("TFRC without any feedback halves every 2 s, and in the end every other packet") {
  SilentFlow flow;
  CHECK(flow.tfrc.next_tick() == t0 + 2s);
  CHECK(flow.expire() == 2s);
  CHECK(flow.rate().kbps() == Approx(400));
  CHECK(flow.expired_kbps() == Approx(200));
  for (int i = 0; i < 30; ++i) flow.expire();
  CHECK(flow.rate().bps() == Approx(packet_per_64_s));
  CHECK(flow.feed.target == flow.rate());
  CHECK(flow.expire() == 128s);
}

TEST_CASE("TFRC that has sent nothing keeps its rate") {
  SilentFlow flow;
  for (int i = 0; i < 10; ++i) CHECK(flow.expired_kbps(true) == Approx(800));
}

TEST_CASE("TFRC's nofeedback timer halves in slow start") {
  SilentFlow flow;
  flow.run(100, false);
  CHECK(flow.rate().kbps() == Approx(1600));
  CHECK(*flow.tfrc.next_tick() <= flow.feed.now + 400ms);
  CHECK(flow.expire() == 400ms);
  CHECK(flow.rate().kbps() == Approx(800));
  CHECK(flow.expired_kbps() == Approx(400));
  for (int i = 0; i < 30; ++i) flow.expire();
  CHECK(flow.rate().bps() == Approx(packet_per_64_s));
}

TEST_CASE("TFRC's nofeedback timer halves where the equation ruled, and again by X_recv_set") {
  SilentFlow flow;
  flow.run(100, true);
  CHECK(flow.rate().kbps() == Approx(800));
  CHECK(flow.expired_kbps() == Approx(400));
  CHECK(flow.tfrc.receive_rate_limit().kbps() == Approx(200));
  CHECK(flow.expired_kbps() == Approx(200));
  CHECK(flow.expired_kbps() == Approx(100));
  for (int i = 0; i < 30; ++i) flow.expire();
  CHECK(flow.rate().bps() == Approx(packet_per_64_s));
}

TEST_CASE("TFRC's nofeedback timer halves where the receive rate ruled") {
  SilentFlow flow;
  flow.run(100, true);
  flow.run(400, false);
  CHECK(flow.rate().kbps() == Approx(1600));  // twice what is received
  CHECK(flow.expired_kbps() == Approx(800));
}

TEST_CASE("TFRC that has been idle is not cut below what it may begin with") {
  const bool after_loss = GENERATE(false, true);
  SilentFlow flow;
  flow.run(100, after_loss);
  double before = flow.rate().kbps();
  for (int i = 0; i < 20; ++i) {
    const double now = flow.expired_kbps(true);
    CHECK((now == Approx(before) || now == Approx(before / 2)));
    before = now;
  }
  // After a loss X_recv = 200 is below the initial 320 kbit/s; without any, X = 400 is below twice of it.
  CHECK(before == Approx(400));
}

TEST_CASE("TFRC recovers up to the equation when feedback comes again") {
  SilentFlow flow;
  flow.run(100, true);
  for (int i = 0; i < 10; ++i) flow.expire();
  CHECK(flow.rate().kbps() < 1);
  const Duration pause = *flow.tfrc.next_tick() - 150ms - flow.feed.sent;
  flow.feed.sent += pause;
  flow.feed.arrival += pause;
  flow.run(1, false);
  CHECK(flow.rate().kbps() == Approx(160));  // twice the one packet
  flow.run(60, false);
  CHECK(flow.rate().kbps() == Approx(800));
}

TEST_CASE("TFRC that was asked late reads what waits for it first") {
  SilentFlow flow;
  flow.run(100, true);
  const LocalTime late = *flow.tfrc.next_tick() + 3s;
  CHECK_FALSE(flow.tfrc.on_tick(late));
  CHECK(*flow.tfrc.next_tick() == late + 50ms);
  CHECK(flow.tfrc.on_tick(late + 50ms));
}

TEST_CASE("TFRC's nofeedback timer reckons with the least rate allowed") {
  SilentFlow flow(kilobits_per_second(100));
  for (int i = 0; i < 30; ++i) flow.expire();
  CHECK(flow.feed.target.kbps() == 100);
  CHECK(flow.expire() == 2s);
}

TEST_CASE("TFRC's nofeedback timer gives receivers time that report each 50 ms, however short the round trip") {
  SilentFlow flow;
  flow.feed.round_trip_time = 5ms;
  flow.run(100, true);
  CHECK(flow.expire() == 200ms);
}
