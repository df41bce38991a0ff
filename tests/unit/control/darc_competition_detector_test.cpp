#include "core/control/darc/competition_detector.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr Duration step = 50ms;

/// Reports 50 ms apart, the first of them at t0. What is set holds from then on.
struct Reports {
  darc::CompetitionDetector detector;
  darc::CompetitionDetector::Report report;
  Duration age = 0ms;  ///< of the newest packet reported, when it is
  int number = 0;      ///< of the next report

  Reports() {
    report.queue = 50ms;
    report.threshold = report.squeezing = 20ms;
    report.path = 100ms;
  }
  bool next() {
    report.now = t0 + number++ * step;
    report.newest_sent = report.now - age;
    return detector.on_report(report);
  }
  /// Number of the first report that finds somebody, the one at t0 being 0; -1: none of 200.
  int first(const std::function<void(int)>& before = [](int) {}) {
    while (number < 200) {
      before(number);
      if (next()) return number - 1;
    }
    return -1;
  }
};

}  // namespace

TEST_CASE("DARC finds others where what was yielded did not shorten the queue") {
  // E = n 50 ms y must exceed 1.5 q + 0.2 s, and the time 800 ms and 4 D. Packets a second old keep the other rule out.
  struct Row {
    double yielding;
    Duration queue;
    Duration path;
    int expected;
  };
  const auto row = GENERATE(values<Row>({{0.5, 50ms, 100ms, 17},        // 17 50 > 800
                                         {0.5, 50ms, 300ms, 25},        // 25 50 > 4 300
                                         {0.202, 50ms, 100ms, 28},      // 28 10.1 = 282.8 > 275 >= 27 10.1
                                         {0.49, 200ms, 100ms, 21},      // 21 24.5 = 514.5 > 500 >= 20 24.5
                                         {0.402, 110ms, 100ms, 19}}));  // 19 20.1 = 381.9 > 365 >= 18 20.1
  Reports reports;
  reports.age = 1s;
  reports.report.yielding = row.yielding;
  reports.report.queue = row.queue;
  reports.report.path = row.path;
  CHECK(reports.first() == row.expected);
  CHECK(reports.detector.standing(reports.report.now) == row.expected * step);
}

TEST_CASE("DARC finds others where a queue outlasts its own packets though it yields nothing") {
  // Packets sent more than 900 ms and 3 D after the queue was short, and 1200 ms at least.
  struct Row {
    Duration age;
    Duration path;
    int expected;
  };
  const auto row = GENERATE(values<Row>({{0ms, 100ms, 25},    // 25 50 > 1200
                                         {250ms, 100ms, 25},  // and 25 50 - 250 > 900
                                         {400ms, 100ms, 27},  // 27 50 - 400 > 900
                                         {0ms, 500ms, 31},    // 31 50 > 3 500
                                         {1s, 100ms, 39}}));  // 39 50 - 1000 > 900
  Reports reports;
  reports.age = row.age;
  reports.report.path = row.path;
  CHECK(reports.first() == row.expected);
}

TEST_CASE("A queue that is short now and then is nobody else's for DARC") {
  const bool outage = GENERATE(false, true);
  Reports reports;
  reports.report.yielding = 0.5;
  CHECK(reports.first([&](int number) {
    const bool interrupted = number % 16 == 15;  // 750 ms of a standing queue in between
    reports.report.outage = outage && interrupted;
    reports.report.queue = !outage && interrupted ? 19'999'999ns : 50ms;
  }) == -1);
  CHECK(reports.detector.standing(t0 + 191 * step) == 0ms);  // 191 = 11 16 + 15
  CHECK(reports.detector.standing(t0 + 199 * step) == 8 * step);
}

TEST_CASE("A queue at the threshold stands for DARC") {
  Reports reports;
  reports.report.queue = reports.report.threshold;
  CHECK(reports.first() == 25);
}

TEST_CASE("What DARC yielded counts from when the queue was short last") {
  Reports reports;
  reports.age = 1s;
  reports.report.yielding = 0.202;
  // Short at the 10th report, which itself counts: 28 10.1 = 282.8 > 275 at the 37th.
  CHECK(reports.first([&](int number) { reports.report.queue = number == 10 ? 10ms : 50ms; }) == 37);
}

TEST_CASE("A queue that falls by 0.45 of what is yielded is DARC's own") {
  // From 400 ms down by so much per report of 12.5 ms yielded.
  struct Row {
    Duration fall;
    int expected;
  };
  const auto row = GENERATE(values<Row>({{5ms, 25},     // 0.40: the queue outlasts
                                         {6ms, -1}}));  // 0.48
  Reports reports;
  reports.report.yielding = 0.25;
  CHECK(reports.first([&](int number) {
    reports.report.queue = std::max<Duration>(400ms - number * row.fall, number < 60 ? 25ms : 0ms);
  }) == row.expected);
}

TEST_CASE("DARC judges its effect on the queue only after it yielded 0.12 s since the peak") {
  // At the 25th report, at which the queue outlasts, 0.05 25 y has been yielded since the first.
  struct Row {
    double yielding;
    int expected;
  };
  const auto row = GENERATE(values<Row>({{0.094, 25},     // 0.1175 s
                                         {0.098, -1}}));  // 0.1225 s
  Reports reports;
  reports.report.yielding = row.yielding;
  CHECK(reports.first([&](int number) {
    reports.report.queue = number == 0 ? 300ms : number < 60 ? 160ms : 0ms;
  }) == row.expected);
}

TEST_CASE("DARC's effect on the queue is measured from the latest peak") {
  // 400 ms until the 10th report, then 6 ms less for each 12.5 ms yielded, 0.48 of it. Of what was yielded from the
  // first report on it were 90 ms of 312.5 at the 25th, at which the queue outlasts.
  Reports reports;
  reports.report.yielding = 0.25;
  CHECK(reports.first([&](int number) {
    reports.report.queue = number < 60 ? 400ms - std::max(number - 10, 0) * 6ms : 0ms;
  }) == -1);
}

TEST_CASE("Of a gap between reports DARC counts 0.25 s") {
  // E = 0.25 s must exceed 1.5 q + 0.2 s: up to 33.3 ms.
  const Duration queue = GENERATE(30ms, 35ms);
  darc::CompetitionDetector detector;
  darc::CompetitionDetector::Report report;
  report.now = report.newest_sent = t0;
  report.queue = queue;
  report.threshold = 20ms;
  report.yielding = 1;
  CHECK_FALSE(detector.on_report(report));
  report.now = t0 + 10s;
  CHECK(detector.on_report(report) == (queue == 30ms));
}

TEST_CASE("DARC is squeezed out where it gets little and the queue is long for 1.6 s more than not") {
  // In turn three reports above the threshold and one below: 3 50 - 50 = 100 ms each turn, less the 50 ms of the first
  // report, before which there is none. From 12 100 - 50 = 1150 at the 47th report the 56th gets to 1600 (which counts:
  // sums of 0.05 end a little above). From the 48th on the queue stands: where it is deep, 500 ms must have passed
  // since the 47th. Where we are not squeezed, the queue outlasts 1200 ms.
  struct Row {
    Duration queue;
    bool squeezed;
    int expected;
  };
  const auto row = GENERATE(values<Row>({{249ms, true, 56}, {250ms, true, 47 + 11}, {249ms, false, 47 + 25}}));
  Reports reports;
  reports.report.squeezed = row.squeezed;
  CHECK(reports.first([&](int number) { reports.report.queue = number % 4 == 3 && number < 48 ? 10ms : row.queue; }) ==
        row.expected);
}

TEST_CASE("DARC that is no longer squeezed forgets that it was") {
  // After the 40th report 50 + 50 - 50 = 50 ms, then 100 each turn: from 50 + 14 100 = 1450 the third report.
  Reports reports;
  reports.report.squeezed = true;
  CHECK(reports.first([&](int number) {
    reports.report.queue = number % 4 == 3 ? 10ms : 100ms;
    reports.report.squeezed = number != 40;
  }) == 44 + 14 * 4 + 2);
}

TEST_CASE("Where the bottleneck's rate is not known DARC keeps what it knew of being squeezed") {
  // 15 100 - 50 = 1450 after 15 turns; two more in which nothing is known, and the third report of the next.
  Reports reports;
  reports.report.squeezed = true;
  CHECK(reports.first([&](int number) {
    reports.report.queue = number % 4 == 3 ? 10ms : 100ms;
    reports.report.squeezed = number >= 20 && number < 28 ? std::nullopt : std::optional(true);
  }) == 15 * 4 + 8 + 2);
}

TEST_CASE("DARC that is squeezed counts a queue that is shorter than its threshold") {
  // 15 ms of 20: the threshold itself is never reached. At the 10th report not, so that 33 50 - 20 > 1600 >= 32 50
  // - 20.
  const Duration squeezing = GENERATE(14ms, 15ms);
  Reports reports;
  reports.report.queue = 15ms;
  reports.report.squeezing = squeezing;
  reports.report.squeezed = true;
  CHECK(reports.first([&](int number) { reports.report.queue = number == 10 ? 5ms : 15ms; }) ==
        (squeezing == 14ms ? 34 : -1));
}

TEST_CASE("A deep queue that fell by half is judged anew by DARC") {
  // What was sent before the fall stands for 40 reports, of which none tells of a packet sent after the first. Then
  // the rest of it, met by packets sent long after; it outlasts 25 reports later where it was not deep.
  struct Row {
    Duration before;
    Duration after;
    int expected;
  };
  const auto row = GENERATE(values<Row>({{600ms, 299ms, 40 + 25}, {600ms, 301ms, 40}, {240ms, 100ms, 40}}));
  Reports reports;
  CHECK(reports.first([&](int number) {
    reports.age = number < 40 ? number * step : 0ms;
    reports.report.queue = number < 40 ? row.before : row.after;
  }) == row.expected);
}

TEST_CASE("A queue that is short for long pays back no more than DARC was squeezed") {
  // Short for the first 40 reports, then 100 ms more each turn: 15 100 + 50 + 50 = 1600.
  Reports reports;
  reports.report.squeezed = true;
  CHECK(reports.first([&](int number) { reports.report.queue = number < 40 || number % 4 == 3 ? 10ms : 100ms; }) ==
        40 + 15 * 4 + 1);
}

TEST_CASE("DARC's detector forgets all at a reset") {
  Reports reports;
  CHECK(reports.detector.standing(t0) == 0ms);
  reports.report.yielding = 0.5;
  REQUIRE(reports.first() == 17);
  reports.detector.reset();
  CHECK(reports.detector.standing(t0 + 10s) == 0ms);
  CHECK(reports.first() == 18 + 17);
}

TEST_CASE("DARC knows a queue for its own that falls as it yields, or a deep one that fell by half") {
  Reports reports;
  reports.report.queue = 240ms;
  reports.report.yielding = 0.6;
  reports.next();
  reports.report.queue = 230ms;
  for (int i = 0; i < 5; ++i) reports.next();  // 150 ms yielded
  CHECK_FALSE(reports.detector.is_ours());
  reports.report.queue = 140ms;
  reports.next();
  CHECK(reports.detector.is_ours());
  Reports deep;
  deep.report.queue = 260ms;
  deep.next();
  deep.report.queue = 131ms;
  deep.next();
  CHECK_FALSE(deep.detector.is_ours());
  deep.report.queue = 129ms;
  deep.next();
  CHECK(deep.detector.is_ours());
}
