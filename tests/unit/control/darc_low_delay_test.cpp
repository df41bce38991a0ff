#include "core/control/darc/low_delay.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const DarcParameters parameters;

/// 1 Mbit/s, target 20 ms, D 100 ms, right after it began: no drain and nothing looked for.
darc::LowDelay::Report report_at(LocalTime now) {
  darc::LowDelay::Report report;
  report.now = now;
  report.queue = report.predicted = report.target = 20ms;
  report.path = 100ms;
  report.capacity = megabits_per_second(1);
  return report;
}

double kbps_of(const darc::LowDelay::Report& report) {
  darc::LowDelay law;
  law.enter(report.now);
  return law.rate(report, parameters).kbps();
}

/// Of B, after the queue was empty for so long.
double acceleration_after(Duration time, darc::LowDelay::Report report) {
  darc::LowDelay law;
  law.enter(t0);
  report.queue = 0ms;
  report.now = t0 + time;
  law.rate(report, parameters);
  return law.acceleration();
}

}  // namespace

TEST_CASE("DARC's law: B at the target, more below and less above, each within its time and limits") {
  struct Row {
    Duration predicted;
    Duration path;
    double expected;  // kbit/s at B = 1000
  };
  const auto row = GENERATE(values<Row>({{20ms, 100ms, 1000},
                                         {10ms, 100ms, 1040},     // 10/250
                                         {0ms, 100ms, 1080},      // q_t/T at most
                                         {0ms, 500ms, 1040},      // T is the round trip where that is longer
                                         {29ms, 50ms, 887.5},     // 9/80
                                         {38ms, 100ms, 800},      // T = 0.9 x 100 ms
                                         {300ms, 100ms, 350}}));  // -0.65 at least
  auto report = report_at(t0);
  report.predicted = row.predicted;
  report.path = row.path;
  CHECK(kbps_of(report) == Approx(row.expected));
}

TEST_CASE("DARC looks for more after the queue was short for 0.4 D, within 300 ms") {
  const auto report = report_at(t0);
  CHECK(acceleration_after(40ms, report) == 0);
  CHECK(acceleration_after(190ms, report) == Approx(0.32));
  CHECK(acceleration_after(340ms, report) == Approx(0.64));
  CHECK(acceleration_after(2s, report) == Approx(0.64));
}

TEST_CASE("DARC looks for no more than pairs say, for little beside its kind, and for nothing it could not send") {
  auto report = report_at(t0);
  report.pairs = kilobits_per_second(1200);
  CHECK(acceleration_after(2s, report) == Approx(0.23));  // 1.2 - 0.97
  report.pairs = kilobits_per_second(900);
  CHECK(acceleration_after(2s, report) == Approx(0.05));
  report.shared = true;
  CHECK(acceleration_after(2s, report) == Approx(0.1));
  report.source_limited = true;
  CHECK(acceleration_after(2s, report) == 0);
}

TEST_CASE("DARC sends at half of B or less while it drains") {
  darc::LowDelay law;
  law.enter(t0);
  auto report = report_at(t0 + 4s);
  CHECK(law.rate(report, parameters).kbps() == Approx(500));
  report.predicted = 60ms;
  CHECK(law.rate(report, parameters).kbps() == Approx(500));  // 1 - 40/80 by the law, D being 100 ms: 1 - 40/90 more
  report.predicted = 300ms;
  CHECK(law.rate(report, parameters).kbps() == Approx(350));
  report = report_at(t0 + 4s + 400ms);
  CHECK(law.rate(report, parameters).kbps() == Approx(1000));
}

TEST_CASE("DARC says what a drain takes of the law's rate, as the encoder does not follow it") {
  darc::LowDelay law;
  law.enter(t0);
  law.rate(report_at(t0 + 1s), parameters);
  CHECK(law.withheld() == DataRate());
  auto report = report_at(t0 + 4s);
  law.rate(report, parameters);
  CHECK(law.withheld().kbps() == Approx(500));
  report.predicted = 300ms;
  law.rate(report, parameters);
  CHECK(law.withheld() == DataRate());
  law.rate(report_at(t0 + 4s), parameters);
  law.on_silence();
  CHECK(law.withheld() == DataRate());
  law.rate(report_at(t0 + 4s), parameters);
  REQUIRE(law.withheld() > DataRate());
  law.enter(t0 + 4s);
  CHECK(law.withheld() == DataRate());
}
