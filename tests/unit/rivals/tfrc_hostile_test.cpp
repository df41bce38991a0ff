#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "core/control/rivals/tfrc/tfrc.h"
#include "core/theory/predictions.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const RateLimits limits{kilobits_per_second(500), kilobits_per_second(50), megabits_per_second(8)};

void check(const Tfrc& tfrc, DataRate target) {
  CHECK(target >= limits.minimum);
  CHECK(target <= limits.maximum);
  CHECK(std::isfinite(tfrc.allowed_rate().bps()));
  CHECK(tfrc.loss_event_rate() >= 0);
  CHECK(tfrc.loss_event_rate() <= 1);
  for (const LawTerm& term : tfrc.terms()) CHECK(std::isfinite(term.value));
}

/// Reports that no honest peer sends, from a seed.
class Liar {
 public:
  explicit Liar(std::uint64_t seed) : random_(seed) {}

  PathReport next(LocalTime now) {
    results_.clear();
    for (std::int64_t n = pick(0, 30); n > 0; --n) results_.push_back(result(now));
    PathReport report;
    report.now = now;
    report.packets = results_;
    constexpr Duration round_trips[] = {-1s, 0ns, 1ns, 1us, 1ms, 100ms, 2s, 1h, 18h};
    if (pick(0, 3) > 0) report.round_trip_time = round_trips[pick(0, 8)];
    report.smoothed_round_trip_time = round_trips[pick(0, 8)];
    return report;
  }
  std::int64_t pick(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution(least, most)(random_);
  }

 private:
  PacketResult result(LocalTime now) {
    sequence_ += pick(0, 20) == 0 ? pick(-30'000, 30'000) : 1;
    PacketResult r{sequence_, bytes(pick(0, 9000)), now - pick(0, 5000) * 1ms, pick(0, 3) > 0, {}, {}};
    if (r.received && pick(0, 9) > 0) r.arrival = RemoteTime(pick(-70'000'000, 70'000'000) * 1ms);
    return r;
  }
  std::mt19937_64 random_;
  std::vector<PacketResult> results_;
  std::int64_t sequence_ = 0;
};

}  // namespace

TEST_CASE("TFRC bears whatever a peer reports, with any parameters") {
  const auto seed = GENERATE(range<std::uint64_t>(1, 9));
  Liar liar(seed);
  Tfrc tfrc;
  TfrcParameters& p = tfrc.parameters();
  p.rto = static_cast<int>(seed % 3);
  p.intervals = seed % 2 == 0 ? 2 : 64;
  p.rfc3448 = seed == 3 ? 1 : 0;
  p.self_clocked = seed == 4 || seed == 5 ? 1 : 0;
  p.history_discounting = seed > 5 ? 1 : 0;
  p.scale = static_cast<double>(1 + seed % 4);
  LocalTime now = t0;
  DataRate target = tfrc.start(limits, 1, now).target;
  for (int i = 0; i < 3000; ++i) {
    now += liar.pick(0, 200) * 1ms;
    if (liar.pick(0, 1) == 0) tfrc.on_sent({i, bytes(liar.pick(0, 9000)), now});
    if (now >= tfrc.next_tick()) {
      if (const auto update = tfrc.on_tick(now)) target = update->target;
    }
    if (const auto update = tfrc.on_report(liar.next(now))) target = update->target;
    check(tfrc, target);
    CHECK(*tfrc.next_tick() <= now + 4 * 24h);
    predictions(tfrc, {.rate = target,
                       .propagation_delay = 1ms,
                       .backward_delay = 1ms,
                       .min_round_trip_time = 1ns,
                       .round_trip_time = 18h,
                       .target_queue = 1ns,
                       .equilibrium = 18h,
                       .packet = bytes(1)});
  }
}

TEST_CASE("TFRC with nothing but losses takes them for silence and goes to the least rate") {
  Tfrc tfrc;
  PacketFeed feed(tfrc);
  feed.target = tfrc.start(limits, 1, t0).target;
  feed.tells_sending = true;
  feed.next();
  for (int i = 0; i < 5000; ++i) {
    feed.next(false);
    if (const auto update = tfrc.on_tick(feed.now)) feed.target = update->target;
    check(tfrc, feed.target);
  }
  CHECK(feed.target == limits.minimum);
}

TEST_CASE("TFRC whose peer never tells times takes that for silence") {
  Tfrc tfrc;
  LocalTime now = t0;
  DataRate target = tfrc.start(limits, 1, now).target;
  for (std::int64_t i = 0; i < 2000; ++i) {
    now += 10ms;
    tfrc.on_sent({i, bytes(1000), now - 50ms});
    const PacketResult result{i, bytes(1000), now - 50ms, true, std::nullopt, std::nullopt};
    PathReport report;
    report.now = now;
    report.packets = {&result, 1};
    CHECK_FALSE(tfrc.on_report(report));
    if (now < tfrc.next_tick()) continue;
    if (const auto update = tfrc.on_tick(now)) target = update->target;
  }
  CHECK(target == limits.minimum);
}

TEST_CASE("TFRC with limits of nothing, and with empty reports") {
  Tfrc tfrc;
  CHECK(tfrc.start({DataRate(), DataRate(), DataRate()}, 1, t0).target == DataRate());
  PathReport report;
  report.now = t0 + 1s;
  CHECK_FALSE(tfrc.on_report(report));
  report.round_trip_time = 100ms;
  CHECK_FALSE(tfrc.on_report(report));
  const PacketResult result{0, DataSize(), t0, true, RemoteTime(), std::nullopt};
  report.packets = {&result, 1};
  const auto update = tfrc.on_report(report);
  REQUIRE(update);
  CHECK(update->target == DataRate());
  for (int i = 0; i < 20; ++i) tfrc.on_tick(*tfrc.next_tick());
  CHECK(std::isfinite(tfrc.allowed_rate().bps()));
}
