#include <QFile>
#include <QLineEdit>
#include <catch2/catch.hpp>
#include <fstream>

#include "core/telemetry/csv_reader.h"
#include "gui/plots/time_plot.h"
#include "tests/gui_system/call_fixture.h"
#include "tests/gui_system/telemetry_file.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// The curves of a plot that have no point.
QStringList empty_curves(MainWindow& window, std::string_view plot_id) {
  QStringList empty;
  for (TimePlot* plot : window.findChildren<TimePlot*>()) {
    if (plot->spec().id != plot_id) continue;
    int graph = 0;
    for (const CurveSpec& curve : plot->spec().curves) {
      if (curve.mark != CurveSpec::Mark::none) continue;
      const bool is_empty = plot->canvas().graph(graph++)->data()->size() < 2;
      if (is_empty && !curve.rare) empty << QString::fromUtf8(curve.column.data());
    }
  }
  return empty;
}

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

TEST_CASE("within five seconds of the demo's start both pictures move and every curve of the plots has points") {
  CallFixture f;
  f.window->resize(1280, 720);  // all plots are in sight: no other is drawn
  f.start_demo();
  VideoView& video = f.window->call_view().video();
  REQUIRE(f.within(5s, [&] { return video.remote().has_picture() && video.own().has_picture(); }));
  const QImage remote = video.remote().grab().toImage();
  const QImage own = video.own().grab().toImage();
  CHECK(f.within(3s, [&] { return video.remote().grab().toImage() != remote; }));
  CHECK(f.within(3s, [&] { return video.own().grab().toImage() != own; }));
  const auto painted = video.latency().painted();
  CHECK(f.within(3s, [&] { return video.latency().painted() > painted + 20; }));
  const auto all_empty = [&] {
    QStringList empty;
    for (const char* plot : {"rate", "delay", "queue", "mismatch", "pacer"}) empty << empty_curves(*f.window, plot);
    return empty;
  };
  (void)f.within(5s, [&] { return all_empty().isEmpty(); });
  CHECK(all_empty().join(", ").toStdString() == "");
  CHECK(to_seconds(f.live().store.extent().to) < 20);
}

TEST_CASE("a parameter that is tuned in the panel acts within half a second, and stands in the run folder") {
  const QTemporaryDir folder;
  CallOptions options = recorded(folder);
  options.controller = "ldcc";
  CallFixture f(options);
  f.start_demo();
  f.run_until(2s);
  f.type("T_r of ldcc", "80");
  const auto tuned = [&] { return !f.live().events.empty() && f.live().events.back().text == "ldcc.T_r = 80ms"; };
  REQUIRE(f.within(2s, tuned));
  const Duration at = f.live().events.back().time;
  f.run_until(at + 1s);
  const auto before = f.live().store.last_value("a-b", &Sample::delay_threshold_ms, at - 100ms);
  const auto after = f.live().store.last_value("a-b", &Sample::delay_threshold_ms, at + 500ms);
  REQUIRE(before);
  REQUIRE(after);
  CHECK(before->value == Approx(100));
  CHECK(after->value == Approx(80));
  CHECK(f.live().events.back().kind == RunEvent::Kind::parameter);
  f.hang_up();
  std::ifstream file(folder.filePath("run/events.csv").toStdString());
  const auto events = read_events_csv(file);
  CHECK(std::ranges::count(events.rows, "ldcc.T_r = 80ms", &RunEvent::text) == 1);
  const TelemetryFile telemetry(folder.filePath("run/telemetry.csv").toStdString());
  CHECK(telemetry.column("a-b", "delayThreshold", to_seconds(at) + 0.5).front().value == Approx(80));
}

TEST_CASE("each step of a schedule of the link is an event, also of a schedule that begins in mid-call") {
  const QTemporaryDir folder;
  CallOptions options = recorded(folder);
  options.link_schedule = "0s:2Mbps,1s:1Mbps,2h:2Mbps";
  CallFixture f(options);
  f.start_demo();
  const auto event = [&](const char* text) {
    const auto found = std::ranges::find(f.live().events, text, &RunEvent::text);
    return found == f.live().events.end() ? std::nullopt : std::optional(*found);
  };
  REQUIRE(f.within(8s, [&] { return event("capacity 2Mbps to 1Mbps").has_value(); }));
  CHECK(event("capacity 2Mbps to 1Mbps")->time == 1s);
  CHECK(event("capacity 2Mbps to 1Mbps")->kind == RunEvent::Kind::link);
  f.window->driver().send(SetLinkSchedule{"0s:1.5Mbps,1s:3Mbps"});
  REQUIRE(f.within(4s, [&] { return event("capacity 1.5Mbps to 3Mbps").has_value(); }));
  CHECK(event("capacity 1.5Mbps to 3Mbps")->time >= event("schedule 0s:1.5Mbps,1s:3Mbps")->time + 990ms);
  f.hang_up();
  std::ifstream file(folder.filePath("run/events.csv").toStdString());
  const auto events = read_events_csv(file);
  CHECK(std::ranges::count(events.rows, RunEvent::Kind::link, &RunEvent::kind) == 3);
}

TEST_CASE("who was muted is not seen or heard in the call that is made again") {
  CallFixture f;
  f.start_demo();
  REQUIRE(f.within(8s, [&] { return f.in_call(); }));
  f.window->driver().send(MuteVideo{true});
  f.window->driver().send(MuteSound{true});
  REQUIRE(f.within(3s, [&] { return f.status().video_muted && f.status().sound.muted; }));
  const auto told = [&](const char* text) { return std::ranges::count(f.live().events, text, &RunEvent::text); };
  REQUIRE(f.within(3s, [&] { return told("video muted") == 1 && told("microphone muted") == 1; }));
  f.hang_up();
  f.window->driver().start_again();
  REQUIRE(f.within(8s, [&] { return f.in_call() && f.live().store.last_row(FlowName("a-b")); }));
  CHECK(f.status().video_muted);
  CHECK(f.status().sound.muted);
  CHECK((told("video muted") == 1 && told("microphone muted") == 1));
  f.window->driver().send(MuteSound{false});
  CHECK(f.within(3s, [&] { return told("microphone unmuted") == 1; }));
  f.hang_up();
}

TEST_CASE("the visible range of a call that runs is exported, row by row and as pictures") {
  CallFixture f;
  f.start_demo();
  f.run_until(4s);
  PlotStack& plots = f.window->plot_pane().plots();
  plots.set_span(2s);
  plots.set_paused(true);
  const TimeRange range = plots.visible_range();
  REQUIRE(plots.export_csv(f.folder.filePath("rows.csv")).isEmpty());
  std::ifstream file(f.path("rows.csv"));
  const auto table = read_telemetry_csv(file);
  CHECK(table.error.empty());
  CHECK(table.rows.size() > 25);
  for (const Sample& row : table.rows) CHECK((row.time >= range.from && row.time <= range.to));
  CHECK(table.rows.size() == f.live().store.rows_in("a-b", range).size() + f.live().store.rows_in("b-a", range).size());
  REQUIRE(plots.export_png(f.folder.filePath("plots.png")).isEmpty());
  const QImage picture(f.folder.filePath("plots.png"));
  CHECK(picture.width() > 400);
  CHECK(picture.height() > 300);
  REQUIRE(plots.export_pdf(f.folder.filePath("plots.pdf")).isEmpty());
  CHECK(contents(f.folder.filePath("plots.pdf")).startsWith("%PDF"));
  CHECK(contents(f.folder.filePath("plots.pdf")).size() > 5000);
}
