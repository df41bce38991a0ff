#include <QToolButton>
#include <catch2/catch.hpp>
#include <optional>

#include "gui/store/step_response.h"
#include "tests/gui_system/call_fixture.h"
#include "tests/gui_system/telemetry_file.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// The figures of a step down, worked out once more from the file, by the definitions in step_response.h.
struct Figures {
  double initial = 0;
  double final = 0;
  double overshoot = 0;
  std::optional<double> settling;
};

Figures figures_of(const TelemetryFile& telemetry, double step, double end) {
  const auto after = telemetry.column("a-b", "sendBitrate", step, end);
  const double last = after.back().time;
  const double final_from = last - (last - step) / 5;
  Figures figures;
  figures.initial = mean(telemetry.column("a-b", "sendBitrate", step - 1, step));
  figures.final = mean(telemetry.column("a-b", "sendBitrate", final_from, end));
  const double way = figures.final - figures.initial;
  const double band = std::max(0.05 * std::abs(way), 0.02 * figures.final);
  double outside = step;
  for (const CsvPoint& point : after) {
    figures.overshoot = std::max(figures.overshoot, (point.value - figures.final) / way);
    const double from = std::max(point.time - 0.2501, after.front().time);
    const double calm = mean(telemetry.column("a-b", "sendBitrate", from, point.time + 0.2501));
    if (std::abs(calm - figures.final) > band) outside = point.time;
  }
  if (outside < final_from) figures.settling = outside - step;
  return figures;
}

}  // namespace

TEST_CASE("one click lowers the capacity, and the measured step agrees with the rows of the run folder") {
  const QTemporaryDir folder;
  CallOptions options = recorded(folder);
  options.video = {1280, 720, 30};  // small ones do not fill the link
  CallFixture f(options);
  f.start_demo();
  f.run_until(7s);
  f.window->link_panel().parentWidget()->raise();
  f.control<QToolButton>("Set the capacity to 1 Mbit/s").click();
  f.run_until(14s);
  f.hang_up();

  const TelemetryFile telemetry(folder.filePath("run/telemetry.csv").toStdString());
  const auto capacity = telemetry.column("a-b", "linkCapacity");
  CHECK(capacity.front().value == Approx(2.5e6));
  CHECK(capacity.back().value == Approx(1e6));
  const auto steps = find_steps(f.live(), "a-b", 10);
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].what == "capacity 2.5 Mbit/s to 1 Mbit/s");
  REQUIRE(steps[0].rate);
  const Figures expected = figures_of(telemetry, to_seconds(steps[0].at), 1e9);
  REQUIRE(expected.initial > 1.1 * expected.final);  // else there was no step to measure
  CHECK(steps[0].rate->initial == Approx(expected.initial).epsilon(0.01));
  CHECK(steps[0].rate->final == Approx(expected.final).epsilon(0.01));
  CHECK(steps[0].rate->overshoot == Approx(expected.overshoot).margin(0.03));
  CHECK(steps[0].rate->final < 1.05e6);
  REQUIRE(steps[0].rate->settling_time.has_value() == expected.settling.has_value());
  if (expected.settling)  // interpolated between rows there, at a row here
    CHECK(to_seconds(*steps[0].rate->settling_time) == Approx(*expected.settling).margin(0.15));
}

TEST_CASE("a schedule goes on when something else of the link is changed") {
  CallFixture f;
  f.start_demo();
  const auto capacity = [&] {
    const auto row = f.live().store.last_row("a-b");
    return row ? row->link_capacity_bps.value_or(0) : 0;
  };
  f.calls->send(SetLinkSchedule{"0s:2Mbps,2s:1Mbps"});
  REQUIRE(f.within(2s, [&] { return capacity() == 2e6; }));
  LinkSettings settings = f.status().link;
  settings.loss = 0.01;
  f.calls->send(SetLink{settings});
  CHECK(f.within(5s, [&] { return capacity() == 1e6; }));
  CHECK(f.status().link_program == "schedule 0s:2Mbps,2s:1Mbps");
  settings.capacity = kilobits_per_second(3000);
  f.calls->send(SetLink{settings});
  CHECK(f.within(2s, [&] { return capacity() == 3e6; }));
  CHECK(f.status().link_program.empty());
}
