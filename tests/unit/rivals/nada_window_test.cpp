#include "core/control/rivals/nada/nada_window.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr Duration length = 500ms;

/// 1 Mbit/s in packets of 1250 bytes, one per 10 ms.
struct Packets {
  NadaWindow window;
  LocalTime sent{1000s};
  RemoteTime arrival{7000s};
  Duration sending_interval = 10ms;
  Duration arrival_interval = 10ms;
  Duration delay = 50ms;

  void packet(bool received = true) {
    PacketResult p{0, bytes(1250), sent, received, std::nullopt, std::nullopt};
    if (received) {
      p.arrival = arrival;
      p.one_way_delay = delay;
    }
    window.add(p, length);
    sent += sending_interval;
    arrival += arrival_interval;
  }
  void run(int packets) {
    for (int i = 0; i < packets; ++i) packet();
  }
};

}  // namespace

TEST_CASE("nada: nothing came yet") {
  const NadaWindow window;
  CHECK(window.summary(length).received == DataRate());
  CHECK(window.summary(length).loss_ratio == 0);
  CHECK_FALSE(window.summary(length).lost);
  CHECK_FALSE(window.shortest_delay(15));
}

TEST_CASE("nada: the received rate is what arrived in LOGWIN over its length") {
  Packets packets;
  packets.run(25);
  CHECK(packets.window.summary(length).received.kbps() == Approx(500));  // half a window so far
  packets.run(500);
  CHECK(packets.window.summary(length).received.kbps() == Approx(1000));
  packets.arrival_interval = 20ms;
  packets.run(200);
  CHECK(packets.window.summary(length).received.kbps() == Approx(500));
  packets.arrival_interval = 5ms;  // a queue drains: what arrives in half a second was sent in a whole one
  packets.run(400);
  CHECK(packets.window.summary(length).received.kbps() == Approx(2000));
}

TEST_CASE("nada: losses of LOGWIN, and of no longer") {
  Packets packets;
  packets.run(200);
  for (int i = 0; i < 5; ++i) packets.packet(false);
  CHECK(packets.window.summary(length).lost);
  CHECK(packets.window.summary(length).loss_ratio == Approx(0.1));
  packets.run(49);
  CHECK(packets.window.summary(length).loss_ratio == Approx(0.02));
  packets.run(1);
  CHECK_FALSE(packets.window.summary(length).lost);
  CHECK(packets.window.summary(length).loss_ratio == 0);
}

TEST_CASE("nada: the longest delay of LOGWIN is raw, the filter takes the shortest of 15") {
  Packets packets;
  packets.run(100);
  packets.delay = 80ms;
  packets.run(1);
  packets.delay = 60ms;
  CHECK(packets.window.summary(length).longest_delay == Approx(0.08));
  CHECK(*packets.window.shortest_delay(15) == Approx(0.05));
  packets.run(13);
  CHECK(*packets.window.shortest_delay(15) == Approx(0.05));
  packets.run(1);
  CHECK(*packets.window.shortest_delay(15) == Approx(0.06));
  CHECK(packets.window.summary(length).longest_delay == Approx(0.08));
  packets.run(36);
  CHECK(packets.window.summary(length).longest_delay == Approx(0.06));
}

TEST_CASE("nada: the filter has its 15 samples at low rates, too") {
  Packets packets;
  packets.sending_interval = packets.arrival_interval = 300ms;
  packets.delay = 40ms;
  packets.run(1);
  packets.delay = 60ms;
  packets.run(14);
  CHECK(*packets.window.shortest_delay(15) == Approx(0.04));
  packets.run(1);
  CHECK(*packets.window.shortest_delay(15) == Approx(0.06));
}

TEST_CASE("nada: an arrival in the far future is forgotten with its packet") {
  Packets packets;
  packets.run(100);
  const RemoteTime real = packets.arrival;
  packets.arrival = GENERATE(RemoteTime::max(), RemoteTime::min(), RemoteTime(1h));
  packets.arrival_interval = 0ms;
  packets.run(1);
  packets.arrival = real + 10ms;
  packets.arrival_interval = 10ms;
  packets.run(20);
  CHECK(packets.window.summary(length).received.bps() >= 0);
  packets.run(200);
  CHECK(packets.window.summary(length).received.kbps() == Approx(1000));
}
