#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QScrollArea>
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
