#include "core/control/rivals/nada/nada_loss_interval.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

/// A packet each 10 ms.
struct Losses {
  NadaLossInterval interval;
  std::int64_t next = 5000;

  void packet(bool received) {
    interval.on_packet({next, bytes(1000), LocalTime(next * 10ms), received, std::nullopt, std::nullopt}, 100ms);
    ++next;
  }
  void run(int arrivals) {
    for (int i = 0; i < arrivals; ++i) packet(true);
  }
  void lose_after(int arrivals) {
    run(arrivals);
    packet(false);
  }
};

}  // namespace

TEST_CASE("nada: without a loss there is no interval and no warping") {
  Losses losses;
  CHECK_FALSE(losses.interval.average());
  losses.run(1000);
  CHECK_FALSE(losses.interval.average());
  CHECK(losses.interval.share_of_warping(7) == 0);
}

TEST_CASE("nada: the interval before the first loss counts, from the first packet on") {
  Losses losses;
  losses.lose_after(100);
  CHECK(*losses.interval.average() == 100);
  losses.interval.reset();
  losses.packet(false);
  CHECK(*losses.interval.average() == 1);
}

TEST_CASE("nada: losses within a round trip are one event") {
  Losses losses;
  losses.lose_after(100);
  losses.packet(false);
  losses.run(7);
  losses.packet(false);
  CHECK(*losses.interval.average() == 100);
  losses.lose_after(1);  // the 11th after the first loss: 110 ms
  CHECK(*losses.interval.average() == (100.0 + 11.0) / 2);
}

TEST_CASE("nada: eight intervals with the weights of RFC 5348") {
  Losses losses;
  for (const int length : {1000, 80, 70, 60, 50, 40, 30, 20, 15}) losses.lose_after(length == 1000 ? 1000 : length - 1);
  CHECK(*losses.interval.average() == Approx((15 + 20 + 30 + 40 + 0.8 * 50 + 0.6 * 60 + 0.4 * 70 + 0.2 * 80) / 6));
}

TEST_CASE("nada: a loss expires after MULTILOSS intervals, and the warping fades over one more") {
  struct Row {
    int age;
    double share;
  };
  const auto row = GENERATE(values<Row>({{0, 1}, {600, 1}, {700, 1}, {725, 0.75}, {750, 0.5}, {800, 0}, {5000, 0}}));
  Losses losses;
  for (int i = 0; i < 9; ++i) losses.lose_after(i == 0 ? 100 : 99);
  REQUIRE(*losses.interval.average() == 100);
  losses.run(row.age);
  CHECK(losses.interval.share_of_warping(7) == Approx(row.share));
}

TEST_CASE("nada: a loss told late neither goes back in time nor begins an event anew") {
  Losses losses;
  losses.lose_after(100);
  losses.run(50);
  losses.interval.on_packet({5020, bytes(1000), LocalTime(5020 * 10ms), false, std::nullopt, std::nullopt}, 100ms);
  CHECK(*losses.interval.average() == 100);
  losses.interval.on_packet({5149, bytes(1000), LocalTime(5149 * 10ms), false, std::nullopt, std::nullopt},
                            Duration::max());
  CHECK(*losses.interval.average() == 100);
}

TEST_CASE("nada: a loss told late is taken back as others are") {
  Losses losses;
  losses.lose_after(100);
  losses.run(50);
  const auto tell = [&](std::int64_t sequence, bool comes) {
    PacketResult packet{sequence, bytes(1000), LocalTime(sequence * 10ms), comes, std::nullopt, std::nullopt};
    packet.late = comes;
    losses.interval.on_packet(packet, 100ms);
  };
  tell(5095, false);
  tell(5095, true);
  CHECK(losses.interval.average());
  tell(5100, true);
  CHECK_FALSE(losses.interval.average());
}
