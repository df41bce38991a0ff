#include "core/control/rivals/scream/media_rate.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

struct Media {
  ScreamV1Parameters parameters;
  RateLimits limits;
  ScreamMediaRate media;
  ScreamMediaFacts facts;

  explicit Media(double kbps) {
    media.start(kilobits_per_second(kbps));
    facts.transmitted = facts.acknowledged = kilobits_per_second(kbps);
  }
  double kbps() const { return media.target().kbps(); }
  double after_step() {
    media.adjust(parameters, facts, limits);
    return kbps();
  }
};

}  // namespace

TEST_CASE("SCReAM v1's media rate climbs 200 kbit/s per second, or by half of itself") {
  struct Row {
    double kbps;
    bool fast_increase;
    double change;
  };
  const auto row =
      GENERATE(values<Row>({{1000, true, 40}, {1000, false, 40}, {400, true, 40}, {200, true, 20}, {200, false, 20}}));
  Media media(row.kbps);
  media.facts.fast_increase = row.fast_increase;
  CHECK(media.after_step() == Approx(row.kbps + row.change));
}

TEST_CASE("SCReAM v1's media rate climbs slowly near where congestion was") {
  struct Row {
    double inflection;
    double rate;
    double scale;  // (4 (rate - inflection) / inflection)^2 within 0.2 and 1
  };
  const auto row = GENERATE(values<Row>(
      {{1000, 1000, 0.2}, {1000, 900, 0.2}, {1000, 850, 0.36}, {1000, 800, 0.64}, {1000, 500, 1}, {1000, 1200, 0.64}}));
  Media media(row.inflection);  // the point of inflection is where the rate was before it was changed
  media.media.reduce(row.rate / row.inflection, media.limits);
  CHECK(media.after_step() == Approx(row.rate + 40 * row.scale));
}

TEST_CASE("SCReAM v1's media rate is reduced at a loss or a mark, within the limits") {
  Media media(1000);
  media.media.reduce(0.9, media.limits);
  CHECK(media.kbps() == Approx(900));
  for (int i = 0; i < 100; ++i) media.media.reduce(0.9, media.limits);
  CHECK(media.media.target() == media.limits.minimum);
  media.media.to_minimum(media.limits);
  CHECK(media.media.target() == media.limits.minimum);
}

TEST_CASE("SCReAM v1's media rate falls by 5 % while more than 20 ms wait to be sent") {
  Media media(1000);
  media.facts.fast_increase = false;
  media.facts.queued_bits = 20'000;
  CHECK(media.after_step() == Approx(1040));
  media.facts.queued_bits = 20'001;
  CHECK(media.after_step() == Approx(1080 * 0.95));
  media.facts.fast_increase = true;  // fast increase looks at no queue
  const double before = media.kbps();
  CHECK(media.after_step() == Approx(before + 40));
}

TEST_CASE("SCReAM v1's media rate stays below (2 - trend memory) times the throughput") {
  Media media(3000);
  media.facts.transmitted = kilobits_per_second(1000);
  media.facts.acknowledged = kilobits_per_second(1100);
  for (int i = 0; i < 4; ++i) CHECK(media.after_step() > 3000);  // not much is known of the throughput yet
  CHECK(media.after_step() == Approx(2200));
  media.facts.trend_memory = 0.5;
  CHECK(media.after_step() == Approx(1650));
  media.facts.trend_memory = 1;
  CHECK(media.after_step() == Approx(1100));
  media.facts.acknowledged = DataRate();
  media.facts.transmitted = kilobits_per_second(100);  // the median still remembers
  CHECK(media.after_step() == Approx(1000));
}

TEST_CASE("SCReAM v1's media rate keeps while nothing is sent, and within its limits always") {
  Media media(1000);
  media.facts.transmitted = media.facts.acknowledged = DataRate();
  for (int i = 0; i < 100; ++i) media.after_step();
  CHECK(media.kbps() == 1000);
  media.facts.transmitted = megabits_per_second(100);
  for (int i = 0; i < 1000; ++i) media.after_step();
  CHECK(media.media.target() == media.limits.maximum);
  media.facts.fast_increase = false;
  media.facts.queued_bits = 1e12;
  media.after_step();
  CHECK(media.media.target() == media.limits.minimum);
}

TEST_CASE("SCReAM v1's backlog is what the target is above the sending while the window is full") {
  ScreamSendBacklog backlog;
  backlog.on_interval(kilobits_per_second(1000), kilobits_per_second(900), 200ms, true);
  CHECK(backlog.bits() == Approx(20'000));
  backlog.on_interval(kilobits_per_second(1000), kilobits_per_second(950), 200ms, true);
  CHECK(backlog.bits() == Approx(30'000));
  backlog.on_interval(kilobits_per_second(900), kilobits_per_second(1000), 200ms, true);
  CHECK(backlog.bits() == Approx(10'000));
  backlog.on_interval(kilobits_per_second(900), kilobits_per_second(1000), 200ms, true);
  CHECK(backlog.bits() == 0);
  for (int i = 0; i < 100; ++i) backlog.on_interval(kilobits_per_second(1000), DataRate(), 1s, true);
  CHECK(backlog.bits() == Approx(1e6));
  backlog.on_interval(kilobits_per_second(1000), DataRate(), 1s, false);
  CHECK(backlog.bits() == 0);
}
