#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "core/control/rivals/gcc/gcc_simple.h"
#include "core/control/rivals/nada/nada.h"
#include "core/control/rivals/nada/nada_2013.h"
#include "core/theory/predictions.h"

using namespace evenkeel;

namespace {

/// Reports as no path makes them: any delay, any arrival, losses, gaps, disorder, empty ones.
class HostilePeer {
 public:
  explicit HostilePeer(unsigned seed) : random_(seed) {}

  PathReport report(Duration furthest) {
    packets_.clear();
    now_ += std::chrono::milliseconds(number(0, 5) == 0 ? number(0, 5000) : number(0, 60));
    for (int i = number(0, 12); i > 0; --i) packets_.push_back(packet(furthest));
    PathReport report;
    report.now = now_;
    report.packets = packets_;
    report.smoothed_round_trip_time = number(0, 3) == 0 ? furthest : Duration(1ms * number(0, 500));
    report.min_round_trip_time = Duration(1ms * number(0, 500));
    report.round_trip_time = report.smoothed_round_trip_time;
    return report;
  }
  LocalTime now() const { return now_; }

 private:
  int number(int from, int to) { return std::uniform_int_distribution(from, to)(random_); }
  Duration any(Duration furthest) {
    const int kind = number(0, 3);
    if (kind == 0) return furthest;
    if (kind == 1) return -furthest;
    return kind == 2 ? Duration::zero() : Duration(1ms * number(-1000, 1000));
  }
  PacketResult packet(Duration furthest) {
    const std::int64_t sequence = sequence_++ + number(-5, 5);
    const LocalTime sent = now_ - 1ms * number(0, 300);
    PacketResult p{sequence, bytes(number(0, 1500)), sent, number(0, 3) != 0, {}, {}};
    if (p.received && number(0, 9) != 0) p.arrival = RemoteTime(any(furthest));
    if (p.arrival && number(0, 9) != 0) p.one_way_delay = any(furthest);
    return p;
  }

  std::mt19937 random_;
  std::vector<PacketResult> packets_;
  LocalTime now_{1000s};
  std::int64_t sequence_ = 100;
};

void check_rates(RateController& controller, Duration furthest, unsigned seed) {
  const RateLimits limits{kilobits_per_second(300), kilobits_per_second(50), megabits_per_second(8)};
  HostilePeer peer(seed);
  controller.start(limits, 1, peer.now());
  for (int i = 0; i < 2000; ++i) {
    controller.on_sent({i, bytes(1000), peer.now()});
    auto update = controller.on_report(peer.report(furthest));
    if (i % 7 == 0) update = controller.on_tick(peer.now() + 1h);
    for (const LawTerm& term : controller.terms()) REQUIRE(std::isfinite(term.value));
    if (!update) continue;
    REQUIRE(update->target >= limits.minimum);
    REQUIRE(update->target <= limits.maximum);
    REQUIRE(update->pacing >= limits.minimum);
    REQUIRE(update->pacing <= limits.maximum);
  }
}

}  // namespace

TEST_CASE("nada, nada-2013: absurd reports neither crash nor leave the limits") {
  const auto seed = GENERATE(1U, 2U, 3U);
  Nada nada;
  check_rates(nada, Duration::max(), seed);
  Nada2013 old;
  check_rates(old, Duration::max(), seed);
}

TEST_CASE("gcc-simple: absurd reports neither crash nor leave the limits") {
  GccSimple gcc;
  check_rates(gcc, 24h * 365, GENERATE(1U, 2U, 3U));
}

TEST_CASE("nada, nada-2013, gcc-simple: a rate of nothing allowed is no division by zero") {
  const RateLimits limits{DataRate(), DataRate(), DataRate()};
  Nada nada;
  Nada2013 old;
  GccSimple gcc;
  for (RateController* controller : std::initializer_list<RateController*>{&nada, &old, &gcc}) {
    HostilePeer peer(1);
    controller->start(limits, 1, peer.now());
    for (int i = 0; i < 500; ++i) {
      const auto update = controller->on_report(peer.report(1s));
      if (update) REQUIRE(update->target == DataRate());
    }
    CHECK_FALSE(delay_prediction(*controller, {}).equilibrium);
  }
}
