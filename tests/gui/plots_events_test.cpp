#include <catch2/catch.hpp>
#include <set>

#include "gui/plots/run_row.h"
#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

RunEvent change(Duration time, const FlowName& flow = {}) {
  return {time, RunEvent::Kind::parameter, flow, "ldcc.T_r = 80ms"};
}

std::vector<double> drawn(PlotFixture& f) {
  f.settle();
  std::vector<double> times;
  for (const EventMarks::Event& event : f.canvas().marks().events()) times.push_back(event.time_s);
  return times;
}

}  // namespace

TEST_CASE("the events of a call are drawn as they come", "[plots]") {
  PlotFixture f;
  f.stack.set_paused(true);
  for (int i = 1; i <= 3; ++i) {
    f.live->events.push_back(change(i * 1s));
    CHECK(drawn(f).size() == static_cast<std::size_t>(i));
  }
  f.live->events.push_back(change(4s, "b to a"));
  CHECK(drawn(f) == std::vector<double>{1, 2, 3});
  f.stack.set_flow("b to a");
  CHECK(drawn(f).size() >= 3);
  f.live->events.push_back(change(2500ms));
  const std::vector<double> times = drawn(f);
  CHECK(std::ranges::is_sorted(times));
  CHECK(std::ranges::count(times, 2.5) == 1);
  f.live->events = {change(7s)};
  CHECK(drawn(f) == std::vector<double>{7});
}

TEST_CASE("a run that is hidden takes its marks with it", "[plots]") {
  PlotFixture f;
  const auto one = plot_run("one", 100);
  const auto other = plot_run("other", 100);
  one->events = {change(1s)};
  other->events = {change(2s)};
  f.stack.set_runs({one.get(), other.get()});
  REQUIRE(drawn(f) == std::vector<double>{1, 2});
  auto* const row = f.stack.findChild<RunRow*>();
  const auto rows_of_counts = [&] {
    std::set<int> rows;
    for (TimePlot* plot : f.stack.findChildren<TimePlot*>())
      for (const EventMarks::Count& count : plot->canvas().marks().counts()) rows.insert(count.row);
    return rows;
  };
  const std::set<int> both = rows_of_counts();
  REQUIRE(both == std::set<int>{0, 1});
  Q_EMIT row->run_toggled(0, false);
  CHECK(drawn(f) == std::vector<double>{2});
  CHECK_FALSE(rows_of_counts().contains(0));
  Q_EMIT row->run_toggled(0, true);
  CHECK(drawn(f) == std::vector<double>{1, 2});
  CHECK(rows_of_counts() == both);
}

TEST_CASE("the events of overlaid runs move with them, and have their markers", "[plots]") {
  PlotFixture f;
  const auto one = plot_run("one", 100);
  const auto other = plot_run("other", 100);
  one->events = {change(1s)};
  other->events = {change(2s)};
  f.stack.set_runs({one.get(), other.get()});
  CHECK(drawn(f) == std::vector<double>{1, 2});
  const auto& events = f.canvas().marks().events();
  CHECK(events[0].marker == run_look(0, light_theme()).marker);
  CHECK(events[1].marker == run_look(1, light_theme()).marker);
  f.stack.align({.kind = RunAnchor::Kind::event, .event = RunEvent::Kind::parameter});
  CHECK(drawn(f) == std::vector<double>{1, 1});
  one->events.push_back(change(3s));
  CHECK(drawn(f) == std::vector<double>{1, 1, 3});
}
