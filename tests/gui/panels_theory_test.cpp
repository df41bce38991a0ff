#include <QClipboard>
#include <QScrollBar>
#include <QTest>
#include <catch2/catch.hpp>

#include "gui/panels/theory_panel.h"
#include "gui/theme/theme.h"
#include "tests/gui/accessibility.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Fixture {
  TheoryPanel panel;
  ReadingTable& table = *panel.findChild<ReadingTable*>();

  Fixture() {
    panel.resize(300, 200);
    panel.show();
  }

  int row_of(const QString& name) const {
    for (int row = 0; row < table.rowCount(); ++row)
      if (table.item(row, 0)->text().contains(name)) return row;
    return -1;
  }
  QString text(const QString& name, int column) const { return table.item(row_of(name), column)->text(); }
};

AlgorithmCatalog::Theory theory(const std::string& delay, bool alarming = false) {
  return {{{"equilibrium delay", delay, "eq. 19", "where the one-way delay settles", alarming}},
          {{"pole", "0", "eq. 10", "of the loop", false}}};
}

StepReport step(const std::string& what) {
  StepReport report;
  report.at = from_seconds(32.1234);
  report.observed = 12s;
  report.what = what;
  report.rate = StepResponse{2.5e6, 1e6, 900ms, 0.123, std::nullopt, -60e3};
  report.delay = StepResponse{98, 98.4, 10ms, 30, 20ms, 1.2};
  return report;
}

}  // namespace

TEST_CASE("a prediction has its name, value, source and meaning") {
  Fixture f;
  f.panel.set_theory(theory("118.9 ms"));
  CHECK(f.text("equilibrium delay", 1) == "118.9\u00a0ms");  // on one line
  CHECK(f.text("equilibrium delay", 2) == "eq. 19");
  CHECK(f.table.item(f.row_of("equilibrium delay"), 1)->toolTip() == "where the one-way delay settles");
  CHECK(f.text("pole", 1) == "0");
  CHECK(f.row_of("Warning") == -1);
}

TEST_CASE("the first line is what the controller does, where it says so") {
  Fixture f;
  f.panel.set_theory(theory("118.9 ms"));
  CHECK(f.row_of("Now:") == -1);
  f.panel.set_mode(ControllerMode::competition);
  CHECK(f.row_of("Now: sharing with another sender: holding a fair half.") == f.row_of("Controller") + 1);
  f.panel.set_mode(std::nullopt);
  CHECK(f.row_of("Now:") == -1);
}

TEST_CASE("what is alarming is said in words too") {
  Fixture f;
  f.panel.set_theory(theory("none", true));
  CHECK(f.text("Warning", 0) == "Warning: where the one-way delay settles");
  CHECK(f.table.item(f.row_of("equilibrium delay"), 1)->foreground().color() == light_theme().warning);
}

TEST_CASE("the path is shown, or that nothing is known of it") {
  Fixture f;
  CHECK(f.row_of("The path has not been measured yet.") > 0);
  PathConditions path;
  path.rate = kilobits_per_second(2500);
  path.propagation_delay = 50ms;
  path.round_trip_time = 160ms;
  f.panel.set_path(path);
  CHECK(f.row_of("rate 2.5\u00a0Mbit/s, 50\u00a0ms forward, round trip 160\u00a0ms.") > 0);
}

TEST_CASE("in a silence the path is not that of the least round trip alone") {
  Fixture f;
  PathConditions path;
  path.min_round_trip_time = std::chrono::nanoseconds(7970);
  f.panel.set_path(path);
  CHECK(f.row_of("at least") == -1);
  CHECK(f.row_of("Nothing is sent at the moment, so that nothing tells how the path is.") > 0);
}

TEST_CASE("what limits the rate in place of the controller is shown, and a path that no call has") {
  Fixture f;
  f.panel.set_theory(theory("118.9 ms"));
  PathConditions path;
  path.rate = kilobits_per_second(2500);
  path.bound = RateBound::source;
  f.panel.set_path(path);
  CHECK(f.row_of("The source limits the rate") == f.row_of("Controller") + 2);
  path.bound = RateBound::maximum;
  f.panel.set_path(path);
  CHECK(f.row_of("The maximum limits the rate") == f.row_of("Controller") + 2);
  path.bound = RateBound::none;
  f.panel.set_path(path, TheoryPanel::Path::planned);
  CHECK(f.row_of("limits the rate") == -1);
  CHECK(f.row_of("Without a call, computed for the emulated link: rate 2.5\u00a0Mbit/s.") > 0);
  f.panel.set_path(path, TheoryPanel::Path::switched_off);
  CHECK(f.row_of("would be with the link of the Link tab, which is off: rate 2.5\u00a0Mbit/s.") > 0);
}

TEST_CASE("steps: the newest first, and only the last four") {
  Fixture f;
  CHECK(f.row_of("to measure a step") > 0);
  f.panel.set_steps({step("one"), step("two"), step("three"), step("four"), step("five")});
  CHECK(f.row_of("to measure a step") == -1);
  CHECK(f.row_of("one") == -1);
  CHECK(f.row_of("five") < f.row_of("four"));
  CHECK(f.text("at 0:32.1, observed for 12\u00a0s", 0) != "");
  CHECK(f.text("final value", 1) == "1\u00a0Mbit/s");
  CHECK(f.text("rise", 1) == "900\u00a0ms");
  CHECK(f.text("overshoot", 1) == "12.3\u00a0%");
  CHECK(f.text("settling", 1) == "not yet");
  CHECK(f.text("error", 1) == "-60\u00a0kbit/s");
  CHECK(f.text("error", 2) == "+1.2\u00a0ms");
  CHECK(f.text("overshoot", 2) == "–");  // it went nowhere
}

TEST_CASE("an update keeps the selection, the scroll position and the cells") {
  Fixture f;
  f.panel.set_theory(theory("118.9 ms"));
  f.panel.set_steps({step("one"), step("two"), step("three")});
  f.table.selectRow(f.row_of("pole"));
  f.table.verticalScrollBar()->setValue(37);
  const QTableWidgetItem* cell = f.table.item(f.row_of("equilibrium delay"), 1);
  const QTableWidgetItem* other = f.table.item(f.row_of("pole"), 1);
  REQUIRE(f.table.verticalScrollBar()->value() == 37);

  f.panel.set_theory(theory("98.7 ms"));
  CHECK(cell->text() == "98.7\u00a0ms");
  CHECK(f.table.item(f.row_of("equilibrium delay"), 1) == cell);
  CHECK(other->isSelected());
  CHECK(f.table.verticalScrollBar()->value() == 37);
  f.panel.set_theory(theory("none", true));  // one more row is seen above
  CHECK(f.table.item(f.row_of("pole"), 1) == other);
  CHECK(other->isSelected());
}

TEST_CASE("what is the same is not drawn again") {
  Fixture f;
  f.panel.set_theory(theory("118.9 ms"));
  int changes = 0;
  QObject::connect(f.table.model(), &QAbstractItemModel::dataChanged, [&changes] { ++changes; });
  f.panel.set_theory(theory("118.9 ms"));
  f.panel.set_path({});
  CHECK(changes == 0);
  f.panel.set_theory(theory("98.7 ms"));
  CHECK(changes == 1);
}

TEST_CASE("rows are selected and copied with the keyboard") {
  Fixture f;
  f.panel.set_theory(theory("118.9 ms"));
  f.table.setCurrentCell(0, 0);
  QTest::keyClick(&f.table, Qt::Key_Down);
  QTest::keyClick(&f.table, Qt::Key_C, Qt::ControlModifier);
  CHECK(QGuiApplication::clipboard()->text() == "equilibrium delay\t118.9 ms\teq. 19");
}

TEST_CASE("every control of the theory panel has a name") {
  Fixture f;
  CHECK(reachable_controls(f.panel).size() == 1);
  CHECK(unnamed_controls(f.panel).empty());
}
