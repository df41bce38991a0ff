#include <QAction>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <catch2/catch.hpp>

#include "gui/plots/time_plot.h"
#include "gui/window/recent_runs_menu.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct RunsFixture : WindowFixture {
  RunsFixture() {
    runs["/runs/one"] = recorded_run("one", "100ms");
    runs["/runs/two"] = recorded_run("two", "80ms");
  }
  void launch(const std::vector<std::string>& folders) {
    std::vector<OpenedRun> opened;
    for (const std::string& folder : folders) opened.push_back({folder, runs.at(folder), ""});
    window->launch({.runs = std::move(opened)});
    poll();
  }
  void open_folder(const QString& folder) {
    window->dialogs().folder = [folder](auto&&...) { return folder; };
    press(Qt::Key_O, Qt::ControlModifier);
    wait_for_runs();
  }
  QStringList cells(const QString& table) {
    auto& widget = control<QTableWidget>(table);
    QStringList all;
    for (int row = 0; row < widget.rowCount(); ++row) {
      for (int column = 0; column < widget.columnCount(); ++column) {
        const auto* item = widget.item(row, column);
        all << (item ? item->text() : QString());
      }
    }
    return all;
  }
  std::size_t runs_in_plots() { return window->plot_pane().plots().findChild<TimePlot*>()->runs(); }
};

}  // namespace

TEST_CASE("window: runs that were opened are offered again as long as they are there, those that failed are not") {
  const QTemporaryDir folder;
  const QString path = folder.filePath("kept & seen");
  REQUIRE(QDir().mkpath(path));
  REQUIRE(QFile(path + "/run.json").open(QIODevice::WriteOnly));
  RunsFixture f;
  f.runs[path.toStdString()] = recorded_run("kept", "80ms");
  f.open_folder(folder.filePath("failed"));
  f.open_folder("/runs/one");
  f.open_folder(path);
  CHECK(QSettings().value("start/runs").toStringList() == QStringList{path, "/runs/one"});
  auto& menu = *f.window->findChild<RecentRunsMenu*>();
  Q_EMIT menu.aboutToShow();
  REQUIRE(menu.actions().size() == 1);
  CHECK(menu.actions()[0]->text().startsWith("kept && seen"));
  CHECK(menu.actions()[0]->toolTip() == path);
  menu.actions()[0]->trigger();
  f.wait_for_runs();
  CHECK(f.runs_in_plots() == 3);
}

TEST_CASE("window: runs that are opened beside each other list their differences, and nothing else") {
  RunsFixture f;
  f.launch({"/runs/one", "/runs/two"});
  CHECK(f.message().isEmpty());
  CHECK(f.runs_in_plots() == 2);
  CHECK(f.shows("differ in one setting:"));
  CHECK(f.cells("Differences of their configurations") == QStringList{"ldcc.T_r", "100ms", "80ms"});
  CHECK(f.cells("Recorded runs").contains("one"));
  CHECK(f.cells("Recorded runs").contains("two"));
  CHECK(!f.window->tuning_panel().isVisible());
  const TimeRange all = f.window->plot_pane().plots().visible_range();
  CHECK(all.from <= 0s);
  CHECK(all.to >= 19900ms);
  CHECK(f.calls.sent<StartCall>().empty());
}

TEST_CASE("window: freezes are listed with their duration, of runs that have it") {
  RunsFixture f;
  for (const auto& [name, duration] : {std::pair("/runs/one", false), std::pair("/runs/two", true)}) {
    for (Sample sample : twenty_seconds("a-b", "a-b")) {
      sample.freeze_count = sample.time < 15s ? 1 : 3;
      if (duration) sample.total_freezes_duration_s = sample.time < 15s ? 0.25 : 1.5;
      f.runs[name].store.add(sample);
    }
  }
  f.launch({"/runs/one", "/runs/two"});
  const QStringList cells = f.cells("Recorded runs");
  CHECK(cells.count("2") == 1);
  CHECK(cells.count("2 (1.25 s)") == 1);
}

TEST_CASE("window: a folder that is no run is said in words, and what could be opened is shown") {
  RunsFixture f;
  f.launch({"/runs/two"});
  f.open_folder("/runs/none");
  CHECK(f.message() == "Cannot open the run '/runs/none': there is no such folder.");
  CHECK(f.runs_in_plots() == 1);
}

TEST_CASE("window: where no folder is a run, the start page stays") {
  RunsFixture f;
  f.open_folder("/runs/none");
  CHECK(f.message().contains("/runs/none"));
  CHECK(f.window->start_page().isVisible());
}

TEST_CASE("window: a run is opened by Ctrl+O, and the button closes all of them") {
  RunsFixture f;
  f.open_folder("/runs/one");
  CHECK(f.runs_in_plots() == 1);
  f.control<QPushButton>("Close the runs").click();
  CHECK(f.runs_in_plots() == 0);
  CHECK(f.window->start_page().isVisible());
}

TEST_CASE("window: more runs than the plots can tell apart are refused in words") {
  RunsFixture f;
  f.launch(std::vector<std::string>(7, "/runs/one"));
  CHECK(f.message().contains("at most 6"));
  CHECK(f.runs_in_plots() == 6);
}

TEST_CASE("window: a run that is opened during a call is laid beside it") {
  RunsFixture f;
  f.begin_demo();
  f.open_folder("/runs/one");
  CHECK(f.window->call_view().isVisible());
  CHECK(f.runs_in_plots() == 2);
}

TEST_CASE("window: closing recorded runs leaves the call that is over as it is") {
  RunsFixture f;
  f.begin_demo();
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.open_folder("/runs/one");
  f.control<QPushButton>("Close the runs").click();
  CHECK(f.window->start_page().isVisible());
}

TEST_CASE("window: a new call begins with empty curves, and shows its own flows") {
  WindowFixture f;
  f.begin_demo();
  const auto& store = f.window->driver().live().data().store;
  f.calls.next.events = {{1s, RunEvent::Kind::note, {}, "of the first"}};
  f.poll();
  CHECK(store.rows("a-b") == 200);
  CHECK(f.window->plot_pane().flow() == FlowName("a-b"));

  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.run = 2;
  status.run_time = 100ms;
  status.outgoing = "outgoing";
  status.incoming = "incoming";
  f.calls.next.samples = twenty_seconds("outgoing", "incoming");
  f.calls.next.samples.resize(2);
  f.set_status(status);
  CHECK(store.rows("a-b") == 0);
  CHECK(store.rows("outgoing") == 1);
  CHECK(f.window->driver().live().data().events.empty());
  CHECK(f.window->plot_pane().flow() == FlowName("outgoing"));
  CHECK(f.window->plot_pane().plots().following());
}

TEST_CASE("window: what is visible is exported as CSV and as a picture, and a failure is said in words") {
  WindowFixture f;
  const QTemporaryDir folder;
  f.begin_demo();
  QString answer = folder.filePath("rows");
  f.window->dialogs().file_to_save = [&answer](auto&&...) { return answer; };
  f.press(Qt::Key_E, Qt::ControlModifier);
  CHECK(f.message() == "Written: " + answer + ".csv");
  QFile csv(answer + ".csv");
  REQUIRE(csv.open(QIODevice::ReadOnly));
  CHECK(csv.readAll().count('\n') == 401);
  f.press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
  CHECK(!QImage(answer + ".png").isNull());
  answer = folder.filePath("none/rows");
  f.press(Qt::Key_E, Qt::ControlModifier);
  CHECK(f.message().contains("could not be written"));
}

TEST_CASE("window: back from an ended call to the runs that are open, without its curves") {
  RunsFixture f;
  f.begin_demo();
  f.open_folder("/runs/one");
  CHECK(f.runs_in_plots() == 2);
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  CHECK(f.runs_in_plots() == 2);
  Q_EMIT f.window->call_view().back_requested();
  f.poll();
  CHECK(f.shows("Recorded runs, over"));
  CHECK(f.runs_in_plots() == 1);
}

TEST_CASE("window: closing the runs beside an ended call leaves its own curves") {
  RunsFixture f;
  f.begin_demo();
  f.open_folder("/runs/one");
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  for (QAction* action : f.window->findChildren<QAction*>()) {
    if (action->text() == "&Close recorded runs") action->trigger();
  }
  f.poll();
  CHECK(f.window->call_view().isVisible());
  CHECK(f.runs_in_plots() == 1);
  CHECK_FALSE(f.shows("Recorded runs, over"));
}
