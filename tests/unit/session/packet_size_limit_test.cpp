#include "core/session/packet_size_limit.h"

#include <catch2/catch.hpp>

#include "browser_knock.h"
#include "recovery_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr DataSize around = bytes(44);

/// Reports on packets of a path that drops all above `carried`, and `loss` of the others.
struct Path {
  PacketSizeLimit sizes{1200};
  std::size_t carried = 1100;
  double loss = 0;
  LocalTime now = t0;
  std::mt19937 random{1};

  Path() { sizes.start(around, t0); }
  void send(std::size_t size) {
    PacketResult result;
    result.size = bytes(static_cast<std::int64_t>(size)) + around;
    result.sent = now;
    result.received = size <= carried && !std::bernoulli_distribution(loss)(random);
    sizes.on_results({&result, 1}, now);
    now += 5ms;
  }
  /// Frames of three packets as large as they may be, with sound between them.
  void run(Duration length) {
    for (const LocalTime end = now + length; now < end;) {
      for (int i = 0; i < 3; ++i) send(sizes.limit() - 7);
      send(120);
      send(300);
      if (const auto probe = sizes.take_probe(now)) send(*probe);
    }
  }
};

}  // namespace

TEST_CASE("A path that drops large packets is seen within half a second, and used by smaller ones") {
  struct Row {
    std::size_t carried, limit;
  };
  const auto row =
      GENERATE(values<Row>({{1250, 1200}, {1193, 1200}, {1192, 1000}, {1020, 1000}, {990, 600}, {600, 600}}));
  CAPTURE(row.carried);
  Path path;
  path.carried = row.carried;
  path.run(1200ms);
  CHECK(path.sizes.limit() == row.limit);
}

TEST_CASE("Packets that are lost whatever their size say nothing of it") {
  Path path;
  path.carried = 1500;
  for (const double loss : {0.02, 0.2, 0.5, 0.9, 1.0}) {
    path.loss = loss;
    path.run(20s);
    CHECK(path.sizes.limit() == 1200);
  }
}

TEST_CASE("Larger packets are tried again each minute, and used where one arrives") {
  Path path;
  path.carried = 800;
  path.run(2s);
  REQUIRE(path.sizes.limit() == 600);
  path.run(3min);
  CHECK(path.sizes.limit() == 600);
  path.carried = 1500;
  path.run(61s);
  CHECK(path.sizes.limit() == 1000);
  path.run(61s);
  CHECK(path.sizes.limit() == 1200);
  CHECK_FALSE(path.sizes.next_probe());
}

TEST_CASE("Another path begins without a limit") {
  Path path;
  path.run(2s);
  REQUIRE(path.sizes.is_lowered());
  path.sizes.start(around, path.now);
  CHECK(path.sizes.limit() == 1200);
  CHECK_FALSE(path.sizes.next_probe());
}

namespace {

/// Frames of one small packet and of seven large ones in turns, over a path that drops those above 1100 bytes.
struct NarrowPath : RecoveryCall {
  explicit NarrowPath(const RecoveryConfig& recovery) : RecoveryCall(recovery, all_features, 20ms) {
    call.sender->on_new_keys();  // all repair is lost at first: its numbers must not wrap before the first that arrives
    call.loses = [this](auto packet) { return packet.size() > carried; };
    const auto refer = call.on_encoded;
    call.on_encoded = [this, refer](EncodedFrame& frame) {
      refer(frame);
      if (++frames % 3 == 0) frame.data.resize(500);
    };
  }
  std::size_t carried = 1100;
  int frames = 0;
  std::size_t given_out_between(Duration from, Duration to) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(given_out, [&](LocalTime t) { return t >= t0 + from && t < t0 + to; }));
  }
};

}  // namespace

TEST_CASE("Video comes within 2 s over a path that drops packets above 1100 bytes, and uses larger ones once it may") {
  const RecoveryConfig recovery =
      GENERATE(RecoveryConfig{true, true, 0.13}, RecoveryConfig{true, false, 0.0}, RecoveryConfig{false, false, 0.0});
  NarrowPath path(recovery);
  path.call.run(5s);
  CHECK(path.call.sender->packet_size_limit() == 1000);
  CHECK(path.given_out_between(2s, 4s) > 55);
  path.carried = 2000;
  path.call.run(62s);
  CHECK(path.call.sender->packet_size_limit() == 1200);
  CHECK(path.given_out_between(5s, 60s) > 1600);
}

TEST_CASE("A browser, too, gets smaller packets over such a path") {
  SenderConfig config = sender_config();
  config.recovery = {true, false, 0.0};
  config.limits.start = megabits_per_second(2.5);
  ReceiverConfig receiver = receiver_config();
  receiver.features.retransmission = true;
  JoinedCall call(make_sender(config), receiver);
  const Negotiated negotiated = negotiate(browser());
  call.sender->set_negotiated(negotiated);
  call.receiver.on_new_peer(negotiated);
  call.sender->start(t0);
  int frames = 0;
  call.frame_size = 8000;
  call.on_encoded = [&](EncodedFrame& frame) {
    if (++frames % 3 == 0) frame.data.resize(500);
  };
  call.loses = [](auto packet) { return packet.size() > 1100; };
  call.run(2s);
  CHECK(call.sender->packet_size_limit() == 1000);
  const int before = call.frames;
  call.run(2s);
  CHECK(call.frames - before > 55);
}
