#include <QCheckBox>
#include <QTableWidget>
#include <catch2/catch.hpp>

#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Rates {
  double target = 0;
  double sent = 0;
  double capacity = 0;
};

/// Three seconds of rows after those of the demo.
void go_on(WindowFixture& f, Duration from, const Rates& rates) {
  for (Duration time = from; time < from + 3s; time += 100ms) {
    Sample s;
    s.time = time;
    s.flow = "a-b";
    s.target_bitrate_bps = rates.target;
    s.send_bitrate_bps = rates.sent;
    s.link_capacity_bps = rates.capacity;
    s.propagation_delay_ms = 50;
    f.calls.next.samples.push_back(s);
  }
  f.poll();
}

/// Once the panel was brought up to date.
bool tells(WindowFixture& f, const QString& words) {
  auto* table = f.window->theory_panel().findChild<QTableWidget*>();
  return QTest::qWaitFor([&] { return !table->findItems(words, Qt::MatchContains).isEmpty(); }, 1000);
}

}  // namespace

TEST_CASE("window: theory tells what limits the rate where the controller does not") {
  WindowFixture f;
  f.begin_demo();
  f.calls.next.status.limits = {{"max-bitrate", "8Mbps"}};
  go_on(f, 20s, {2.4e6, 2.2e6, 2.5e6});
  CHECK(tells(f, "rate 2.5\u00a0Mbit/s"));
  CHECK_FALSE(tells(f, "limits the rate"));
  go_on(f, 23s, {2.4e6, 0.2e6, 2.5e6});
  CHECK(tells(f, "The source limits the rate"));
  go_on(f, 26s, {8e6, 7.9e6, 20e6});
  CHECK(tells(f, "The maximum limits the rate"));
  CHECK(tells(f, "rate 8\u00a0Mbit/s"));
}

TEST_CASE("window: after a step of the link theory has the new capacity with the first row") {
  WindowFixture f;
  f.begin_demo();
  go_on(f, 20s, {2.4e6, 2.2e6, 2.5e6});
  Sample s;
  s.time = 23s;
  s.flow = "a-b";
  s.link_capacity_bps = 1e6;
  f.calls.next.samples.push_back(s);
  f.poll();
  CHECK(tells(f, "rate 1\u00a0Mbit/s"));
}

TEST_CASE("window: without a call theory is of the emulated link, not of what is left of the last call") {
  WindowFixture f;
  f.begin_demo();
  go_on(f, 20s, {2.4e6, 2.2e6, 1.2e6});
  CHECK(tells(f, "Computed for the measured path: rate 1.2\u00a0Mbit/s"));
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  CHECK(tells(f, "Without a call, computed for the emulated link: rate 2.5\u00a0Mbit/s, 50\u00a0ms forward"));
  CHECK_FALSE(tells(f, "measured path"));
}

TEST_CASE("window: before a call the maximum limits the rate of an emulated link that takes more, as in the call") {
  WindowFixture f;
  f.begin_demo();
  CallStatus over = status_of(CallStatus::Phase::ended, "You hung up.");
  over.link.capacity = megabits_per_second(20);
  f.set_status(over);
  CHECK(tells(f, "The maximum limits the rate"));
  CHECK(tells(f, "Without a call, computed for the emulated link: rate 8\u00a0Mbit/s"));
  f.options->now.limits.maximum = megabits_per_second(30);
  CHECK(tells(f, "Without a call, computed for the emulated link: rate 20\u00a0Mbit/s"));
  CHECK_FALSE(tells(f, "limits the rate"));
}

TEST_CASE("window: the switch of the link tells the truth of a demo, and is free in a call") {
  WindowFixture f;
  f.begin_demo();
  CHECK(f.window->link_panel().emulation().isChecked());
  CHECK_FALSE(f.window->link_panel().emulation().isEnabledTo(&f.window->link_panel()));
  SECTION("another call follows") {
    CallStatus waiting = status_of(CallStatus::Phase::waiting);
    waiting.kind = CallKind::listen;
    waiting.has_link = false;
    f.set_status(waiting);
  }
  SECTION("the demo is over") {
    CallStatus over = f.window->driver().status();
    over.phase = CallStatus::Phase::ended;
    f.set_status(over);
  }
  CHECK_FALSE(f.window->link_panel().emulation().isChecked());
  CHECK(f.window->link_panel().emulation().isEnabledTo(&f.window->link_panel()));
}

TEST_CASE("window: where no link is emulated theory says that it would be so over the one of the Link tab") {
  WindowFixture f;
  f.begin_demo();
  CallStatus waiting = status_of(CallStatus::Phase::waiting);
  waiting.has_link = false;
  f.set_status(waiting);
  CHECK(tells(f, "Without a call, as it would be with the link of the Link tab, which is off: rate 2.5\u00a0Mbit/s"));
  CHECK_FALSE(tells(f, "computed for the emulated link"));
  f.window->link_panel().emulation().setChecked(true);
  CHECK(tells(f, "computed for the emulated link"));
}
