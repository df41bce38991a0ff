#include "core/session/packet_size_limit.h"

#include <catch2/catch.hpp>
#include <vector>

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
  std::vector<LocalTime> probes;
  int lost = 0;  // that were no probes

  explicit Path(bool has_probes = true) : probing(has_probes) {
    sizes.start(around, probing);
    sizes.on_media_left(t0);
  }
  void send(std::size_t size, bool probe = false) {
    PacketResult result;
    result.size = bytes(static_cast<std::int64_t>(size)) + around;
    result.sent = now;
    result.received = size <= carried && !std::bernoulli_distribution(loss)(random);
    if (probe)
      sizes.on_probes({&result, 1});
    else
      sizes.on_results({&result, 1}, now);
    lost += probe || result.received ? 0 : 1;
    now += 5ms;
  }
  /// Frames of three packets as large as they may be, with sound between them.
  void run(Duration length) {
    for (const LocalTime end = now + length; now < end;) {
      for (int i = 0; i < 3; ++i) send(sizes.limit() - 7);
      send(120);
      send(300);
      if (probing && sizes.next_probe().value_or(LocalTime::max()) <= now) probe();
    }
  }
  void probe() {
    probes.push_back(now);
    const std::size_t size = sizes.probe_size();
    sizes.on_probe_queued(now);
    sizes.on_probe_left(now);
    send(size, true);
  }
  bool probing;
};

}  // namespace

TEST_CASE("A path begins with packets that it will carry; what is larger is tried by packets that carry nothing") {
  struct Row {
    std::size_t carried, limit;
  };
  const auto row = GENERATE(values<Row>({{1250, 1200}, {1216, 1200}, {1215, 1000}, {1100, 1000}, {993, 1000}}));
  CAPTURE(row.carried);
  Path path;
  path.carried = row.carried;
  path.run(1200ms);
  CHECK(path.sizes.limit() == row.limit);
  CHECK(path.sizes.carried() == row.limit);
  CHECK(path.lost == 0);
}

TEST_CASE("A path is not said to drop large packets before three of them were lost") {
  Path path;
  path.run(250ms);
  CHECK(path.probes.size() == 2);
  CHECK(path.sizes.limit() == 1000);
  CHECK(path.sizes.carried() == 1200);
  path.run(300ms);
  CHECK(path.sizes.carried() == 1000);
}

TEST_CASE("A path that carries less, or suddenly does so, is seen within a second") {
  struct Row {
    std::size_t before, carried, limit;
  };
  const auto row = GENERATE(values<Row>({{990, 990, 600}, {600, 600, 600}, {1500, 1100, 1000}, {1500, 990, 600}}));
  CAPTURE(row.before, row.carried);
  Path path;
  path.carried = row.before;
  path.run(3s);
  path.carried = row.carried;
  path.run(1200ms);  // 600 comes after 1000
  CHECK(path.sizes.limit() == row.limit);
}

TEST_CASE("Where nothing can try larger packets, a path begins with them") {
  Path path(false);
  CHECK(path.sizes.limit() == 1200);
  path.run(1200ms);
  CHECK(path.sizes.limit() == 1000);
}

TEST_CASE("Packets that are lost whatever their size say nothing of it") {
  Path path;
  path.carried = 1500;
  path.run(1s);
  for (const double loss : {0.02, 0.2, 0.5, 0.9, 1.0}) {
    path.loss = loss;
    path.run(20s);
    CHECK(path.sizes.limit() == 1200);
  }
}

TEST_CASE("Larger packets are tried less and less often, once a minute in the end, and used where one arrives") {
  Path path;
  path.carried = 800;
  path.run(2s);
  REQUIRE(path.sizes.limit() == 600);
  path.run(10min);
  CHECK(path.sizes.limit() == 600);
  CHECK(path.probes.size() < 22);
  CHECK(path.probes.back() - path.probes[path.probes.size() - 2] >= 1min);
  path.carried = 1500;
  path.run(61s);
  CHECK(path.sizes.limit() == 1000);
  path.run(61s);
  CHECK(path.sizes.limit() == 1200);
  CHECK_FALSE(path.sizes.next_probe());
}

TEST_CASE("Only packets that carry nothing raise the limit") {
  Path path;
  path.run(2s);
  REQUIRE(path.sizes.limit() == 1000);
  path.send(1090);  // repair, or what left before
  CHECK(path.sizes.limit() == 1000);
}

TEST_CASE("Another path begins without a verdict") {
  Path path;
  path.run(2s);
  REQUIRE(path.sizes.carried() == 1000);
  path.sizes.start(around, true);
  CHECK(path.sizes.carried() == 1200);
  CHECK_FALSE(path.sizes.next_probe());
  path.sizes.on_media_left(path.now);
  CHECK(path.sizes.next_probe() == path.now);
  CHECK(path.sizes.on_refused(1300, path.now));
  CHECK_FALSE(path.sizes.on_refused(1300, path.now));  // said once
  CHECK(path.sizes.carried() == 1000);
}

namespace {

/// Frames of one small packet and of some large ones in turns, over a path that drops those above 1100 bytes.
struct NarrowPath : RecoveryCall {
  explicit NarrowPath(const RecoveryConfig& recovery) : RecoveryCall(recovery, all_features, 20ms, 1, true) {
    call.sender->on_new_keys();  // all repair is lost at first: its numbers must not wrap before the first that arrives
    call.loses = [this](auto packet) { return packet.size() > carried; };
    const auto refer = call.on_encoded;
    call.on_encoded = [this, refer](EncodedFrame& frame) {
      refer(frame);
      frame.data.resize(++frames % 3 == 0 ? 500 : 6000 + frames * 137 % 3000);
    };
  }
  std::size_t carried = 1100;
  std::size_t frames = 0;
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
  CHECK(path.given_out_between(0s, 200ms) > 0);
  CHECK(path.given_out_between(2s, 4s) > 55);
  path.carried = 2000;
  path.call.run(62s);
  CHECK(path.call.sender->packet_size_limit() == 1200);
  CHECK(path.given_out_between(5s, 60s) > 1600);
}

TEST_CASE("A browser, too, gets smaller packets over such a path, and larger ones once it may") {
  SenderConfig config = sender_config();
  config.recovery = {true, false, 0.0};
  config.probes_packet_size = true;
  config.limits.start = megabits_per_second(2.5);
  ReceiverConfig receiver = receiver_config();
  receiver.features.retransmission = true;
  JoinedCall call(make_sender(config), receiver);
  const Negotiated negotiated = negotiate(browser());
  call.sender->set_negotiated(negotiated);
  call.receiver.on_new_peer(negotiated);
  call.sender->start(t0);
  std::size_t frames = 0;
  call.frame_size = 9000;
  call.on_encoded = [&](EncodedFrame& frame) {
    frame.data.resize(++frames % 3 == 0 ? 500 : 6000 + frames * 137 % 3000);
  };
  std::size_t carried = 1100;
  int lost = 0;
  call.loses = [&](auto packet) {
    lost += packet.size() > carried ? 1 : 0;
    return packet.size() > carried;
  };
  call.run(2s);
  CHECK(call.sender->packet_size_limit() == 1000);
  CHECK(lost >= 3);
  CHECK(lost <= 6);  // copies of what had left before, padded
  const int before = call.frames;
  call.run(2s);
  CHECK(call.frames - before > 55);
  carried = 2000;
  call.run(20s);
  CHECK(call.sender->packet_size_limit() == 1200);
  CHECK(call.frames - before > 630);
}
