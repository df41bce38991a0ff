#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QScrollArea>
#include <QSplitter>
#include <catch2/catch.hpp>

#include "gui/panels/quantity_row.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// The rows of parameters that are seen whole.
int rows_in_sight(MainWindow& window) {
  const auto& panel = *window.findChild<QDockWidget*>("tuning");
  const QWidget* viewport = panel.findChild<QScrollArea*>()->viewport();
  int rows = 0;
  for (const QuantityRow* row : panel.findChildren<QuantityRow*>())
    rows += viewport->rect().contains(QRect(row->mapTo(viewport, QPoint()), row->size())) ? 1 : 0;
  return rows;
}

void set_height(MainWindow& window, const char* dock, int height) {
  auto* one = window.findChild<QDockWidget*>(dock);
  one->raise();
  QApplication::processEvents();
  window.resizeDocks({one}, {height}, Qt::Vertical);
  QTest::qWait(300);
}

int height_of(MainWindow& window, const char* dock) { return window.findChild<QDockWidget*>(dock)->height(); }

void leave_lab_and_return(MainWindow& window) {
  window.docks().want_lab(false);
  QTest::qWait(100);
  window.docks().want_lab(true);
  QTest::qWait(300);
}

/// The docks have their sizes in a later turn of the event loop, and may move there.
bool comes_to_rows(MainWindow& window, int least) {
  return QTest::qWaitFor([&] { return rows_in_sight(window) >= least; }, 2000);
}

}  // namespace

TEST_CASE("window: several parameters are in sight at 1280x720, with all instruments") {
  WindowFixture f;
  f.window->docks().want_stats(true);
  f.begin_demo();
  CHECK(comes_to_rows(*f.window, 3));
}

TEST_CASE("window: several parameters are in sight after a start with the layout of another window") {
  WindowFixture f;
  f.begin_demo();
  REQUIRE(comes_to_rows(*f.window, 2));
  f.window->resizeDocks({f.window->findChild<QDockWidget*>("tuning")}, {150}, Qt::Vertical);
  REQUIRE(QTest::qWaitFor([&] { return rows_in_sight(*f.window) < 2; }));
  f.close();
  f.open();
  f.begin_demo();
  CHECK(comes_to_rows(*f.window, 2));
}

TEST_CASE("window: the data of the plots is there again at the next start, with its tab and its height") {
  WindowFixture f;
  f.begin_demo();
  PlotPane& before = f.window->plot_pane();
  before.set_data_shown(true);
  before.data().setCurrentIndex(3);
  QApplication::processEvents();
  before.findChild<QSplitter*>()->setSizes({300, 200});
  const double share = 1.0 * before.data().height() / before.findChild<QSplitter*>()->height();
  f.close();
  f.open();
  f.begin_demo();
  PlotPane& after = f.window->plot_pane();
  CHECK(after.data_shown());
  CHECK(after.data().isVisible());
  CHECK(after.data().currentIndex() == 3);
  CHECK(QTest::qWaitFor(
      [&] { return std::abs(1.0 * after.data().height() / after.findChild<QSplitter*>()->height() - share) < 0.05; },
      2000));
  after.set_data_shown(false);
  f.close();
  f.open();
  CHECK_FALSE(f.window->plot_pane().data_shown());
}

TEST_CASE("window: panels that somebody made low are raised once after a start, and not when the lab opens again") {
  WindowFixture f;
  f.begin_demo();
  REQUIRE(comes_to_rows(*f.window, 2));
  set_height(*f.window, "tuning", 150);
  const int low = height_of(*f.window, "tuning");
  REQUIRE(rows_in_sight(*f.window) < 2);
  leave_lab_and_return(*f.window);
  CHECK(std::abs(height_of(*f.window, "tuning") - low) <= 2);
  f.close();
  f.open();
  f.begin_demo();
  REQUIRE(comes_to_rows(*f.window, 2));
  set_height(*f.window, "tuning", 150);
  leave_lab_and_return(*f.window);
  CHECK(std::abs(height_of(*f.window, "tuning") - low) <= 2);
}

TEST_CASE("window: panels that somebody made high stay so, whatever size the one behind the tab had last") {
  WindowFixture f;
  f.begin_demo();
  REQUIRE(comes_to_rows(*f.window, 2));
  set_height(*f.window, "link", 150);
  set_height(*f.window, "tuning", 430);
  const int high = height_of(*f.window, "tuning");
  REQUIRE(high > 380);
  leave_lab_and_return(*f.window);
  CHECK(std::abs(height_of(*f.window, "tuning") - high) <= 2);
  f.close();
  f.open();
  f.begin_demo();
  QTest::qWait(300);
  CHECK(std::abs(height_of(*f.window, "tuning") - high) <= 2);
}

TEST_CASE("window: the call's keys act in a pane that floats, and Escape in a list there leads to the picture") {
  WindowFixture f;
  f.begin_demo();
  f.calls.commands.clear();
  f.window->findChild<QDockWidget*>("plots")->setFloating(true);
  auto& list = f.control<QComboBox>("Direction shown");
  const auto focus_in_pane = [&](QWidget& widget) {
    widget.activateWindow();
    widget.setFocus();
    REQUIRE(QTest::qWaitFor([&] { return QApplication::focusWidget() == &widget; }));
  };
  focus_in_pane(list);
  list.addItem("very long");
  const QString chosen = list.currentText();
  QTest::keyClick(&list, Qt::Key_V);
  CHECK(f.calls.sent<MuteVideo>().size() == 1);
  CHECK(list.currentText() == chosen);
  QTest::keyClick(&list, Qt::Key_Escape);
  CHECK(QTest::qWaitFor([&] { return QApplication::focusWidget() == &f.window->call_view(); }));
  PlotStack& plots = f.window->plot_pane().plots();
  focus_in_pane(plots);
  QTest::keyClick(&plots, Qt::Key_M);
  CHECK(f.calls.sent<MuteSound>().size() == 1);
}
