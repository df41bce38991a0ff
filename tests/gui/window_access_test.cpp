#include <catch2/catch.hpp>

#include "tests/gui/window_pages.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const std::vector<std::string> none;

}  // namespace

TEST_CASE("window: on every page a screen reader is told name, role and state, and Tab goes through all controls") {
  LookFixture f("light");
  WindowPages(f, [&](const QString& page, QWidget& shown) {
    INFO(page.toStdString());
    for (QTabBar* tabs : shown.findChildren<QTabBar*>())
      if (tabs->count() == 0) tabs->setFocusPolicy(Qt::NoFocus);  // the window keeps spare ones, which nobody sees
    CHECK(unnamed_controls(shown) == none);
    CHECK(untold_controls(shown) == none);
    CHECK(tab_faults(shown) == none);
  }).visit();
}

TEST_CASE("accessibility: what is not told, not reached or out of order is found") {
  QWidget window;
  auto* column = new QVBoxLayout(&window);
  auto* first = new QPushButton("First");
  auto* second = new QPushButton("Second");
  auto* third = new QLineEdit;
  for (QWidget* widget : std::initializer_list<QWidget*>{first, second, third}) column->addWidget(widget);
  window.show();
  window.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&window));
  CHECK(untold_controls(window).size() == 1);  // the field has no name
  third->setAccessibleName("Third");
  CHECK(untold_controls(window) == none);
  first->setFocus();
  CHECK(tab_faults(window) == none);
  QWidget::setTabOrder(second, first);
  CHECK(tab_faults(window).size() == 1);
  QWidget::setTabOrder(first, second);
  auto* own = new QWidget;
  own->setAccessibleName("Own");
  own->setFocusPolicy(Qt::StrongFocus);
  column->addWidget(own);
  own->setMinimumHeight(10);
  own->show();
  CHECK(untold_controls(window).size() == 1);  // no role
}
