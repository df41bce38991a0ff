#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "app/window/run_reader.h"
#include "core/telemetry/csv_reader.h"
#include "gui/plots/time_plot.h"
#include "tests/gui_system/call_fixture.h"
#include "tests/gui_system/recorded_pictures.h"
#include "tests/gui_system/telemetry_file.h"
#include "tests/unit/app/full_disk.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// The graphs of a plot are in the order of its curves, without the marks.
QCPGraph* sent_rate(MainWindow& window) {
  const auto plots = window.findChildren<TimePlot*>();
  TimePlot* plot = *std::ranges::find_if(plots, [](const TimePlot* one) { return one->spec().id == "rate"; });
  int graph = 0;
  for (const CurveSpec& curve : plot->spec().curves) {
    if (curve.column == "sendBitrate") return plot->canvas().graph(graph);
    if (curve.mark == CurveSpec::Mark::none) ++graph;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a recording that begins in mid-call says what is muted then, which is an event of the call only once") {
  CallFixture f;
  f.start_demo();
  f.run_until(1s);
  f.window->driver().send(MuteVideo{true});
  f.window->driver().send(MuteSound{true});
  const auto told = [&](const char* text) { return std::ranges::count(f.live().events, text, &RunEvent::text); };
  REQUIRE(f.within(3s, [&] { return told("video muted") == 1 && told("microphone muted") == 1; }));
  f.window->driver().send(StartRecording{f.path("mine")});
  REQUIRE(f.within(3s, [&] { return f.status().recording == f.path("mine"); }));
  f.run_until(f.status().run_time + 1s);
  f.window->driver().send(StopRecording{});
  REQUIRE(f.within(3s, [&] { return f.status().recording.empty(); }));
  f.hang_up();
  std::ifstream file(f.path("mine/events.csv"));
  const auto events = read_events_csv(file);
  for (const char* text : {"video muted", "microphone muted"}) {
    CHECK(std::ranges::count(events.rows, text, &RunEvent::text) == 1);
    CHECK(told(text) == 1);
  }
}

TEST_CASE("a call is recorded, and the run is opened again and shows the values of its file") {
  CallFixture f;
  f.start_demo();
  f.run_until(1s);
  f.window->driver().send(StartRecording{f.path("mine")});
  REQUIRE(f.within(3s, [&] { return f.status().recording == f.path("mine"); }));
  f.run_until(f.status().run_time + 3s);
  f.window->messages().dismiss();  // what this machine lacks is said first
  f.window->driver().send(StopRecording{});
  REQUIRE(f.within(3s, [&] { return f.status().recording.empty(); }));
  CHECK(f.window->messages().message().toStdString() == "Recorded into " + f.path("mine"));
  CHECK(f.window->messages().folder().isVisible());
  f.window->messages().dismiss();
  f.hang_up();

  CHECK(pictures_in(f.path("mine/call.webm")) > 80);
  const TelemetryFile telemetry(f.path("mine/telemetry.csv"));
  const auto sent = telemetry.column("a-b", "sendBitrate");
  CHECK(sent.size() > 15);

  f.window->dialogs().folder = [&f](auto&&...) { return f.folder.filePath("mine"); };
  QTest::keyClick(f.window.get(), Qt::Key_O, Qt::ControlModifier);
  REQUIRE(f.within(10s, [&] { return !f.window->opens_runs(); }));
  CHECK(f.window->messages().message().toStdString() == "");
  CHECK(f.shows("Recorded runs"));
  f.window->plot_pane().plots().refresh();
  QCPGraph* graph = sent_rate(*f.window);
  REQUIRE(graph != nullptr);
  std::size_t compared = 0;
  for (const CsvPoint& point : sent) {
    const auto found = graph->data()->findBegin(point.time, false);
    if (found == graph->data()->constEnd() || std::abs(found->key - point.time) > 1e-6) continue;
    CHECK(found->value == Approx(point.value / 1e6));
    ++compared;
  }
  CHECK(compared >= sent.size() - 2);
}

TEST_CASE("a folder that is no run is said in words") {
  CallFixture f;
  f.window->dialogs().folder = [&f](auto&&...) { return f.folder.path(); };
  QTest::keyClick(f.window.get(), Qt::Key_O, Qt::ControlModifier);
  REQUIRE(f.within(10s, [&] { return !f.window->opens_runs(); }));
  CHECK(f.window->messages().message().contains("telemetry.csv"));
  CHECK(f.window->start_page().isVisible());
}

TEST_CASE("a second call of the window leaves what the first has recorded") {
  QTemporaryDir folder;
  CallOptions options = recorded(folder);
  options.record = folder.filePath("a.ivf").toStdString();
  CallFixture f(options);
  f.start_demo();
  f.run_until(1500ms);
  f.hang_up();
  const auto contents = [&](const QString& name) {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  };
  const QByteArray first = contents("run/telemetry.csv") + contents("run/summary.json") + contents("a.ivf");
  CHECK(contents("a.ivf").size() > 1000);
  CHECK(contents("run/summary.json").size() > 100);
  f.window->driver().start_again();
  REQUIRE(f.within(8s, [&] { return f.in_call(); }));
  f.run_until(1500ms);
  f.hang_up();
  CHECK(contents("run/telemetry.csv") + contents("run/summary.json") + contents("a.ivf") == first);
  CHECK(contents("run-2/summary.json").size() > 100);
  CHECK(contents("a-2.ivf").size() > 1000);
}

TEST_CASE("a full disk is said in the window while the call goes on") {
  QTemporaryDir folder;
  CallFixture f(recorded(folder));
  f.start_demo();
  const FullDisk full;
  REQUIRE(f.within(5s, [&] { return f.window->messages().message().contains("File too large"); }));
  CHECK(f.window->messages().message().contains("The call goes on"));
  const Duration told = f.status().run_time;
  f.run_until(told + 1s);
  CHECK(f.in_call());
}
