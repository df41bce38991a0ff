#include <QDockWidget>
#include <QTableWidget>
#include <catch2/catch.hpp>

#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// An hour of rows after a step of the link.
void add_an_hour(FakeBackend& calls) {
  for (int i = 200; i < 36'000; ++i) {
    Sample s;
    s.time = i * 100ms;
    s.flow = "a-b";
    s.link_capacity_bps = 1e6;
    s.send_bitrate_bps = 0.9e6;
    s.one_way_delay_ms = 80;
    calls.next.samples.push_back(s);
  }
  calls.next.events = {{20s, RunEvent::Kind::link, {}, "capacity 1Mbps"}};
}

/// As a slider that is dragged: each value is told to the theory at once.
void drag(MainWindow& window) {
  for (int i = 0; i < 50; ++i) REQUIRE(window.tuning().set("ldcc.T_r", QString("%1ms").arg(80 + i), 1).isEmpty());
}

}  // namespace

TEST_CASE("window: steps are measured while the theory is shown and rows come, and at no other time") {
  WindowFixture f;
  f.begin_demo();
  auto* theory = f.window->findChild<QDockWidget*>("theory");
  theory->close();
  add_an_hour(f.calls);
  f.poll();
  const auto before = f.window->steps().measured();
  drag(*f.window);
  CHECK(f.window->steps().measured() == before);

  theory->show();
  drag(*f.window);
  CHECK(f.window->steps().measured() == before + 1);
  auto* table = f.window->theory_panel().findChild<QTableWidget*>();
  CHECK(table->findItems("capacity 1 Mbit/s", Qt::MatchExactly).size() == 1);
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  drag(*f.window);
  CHECK(f.window->steps().measured() == before + 1);
}
