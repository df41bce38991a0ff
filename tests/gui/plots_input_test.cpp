#include <QSignalSpy>
#include <algorithm>
#include <catch2/catch.hpp>

#include "gui/plots/plot_legend.h"
#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("arrow keys pan and leave following, End follows again, Home shows all", "[plots]") {
  PlotFixture f;
  QSignalSpy following(&f.stack, &PlotStack::following_changed);
  const double from_s = f.from_s();
  f.press(Qt::Key_Left);
  CHECK(f.from_s() == Approx(from_s - 3));
  CHECK_FALSE(f.stack.following());
  f.press(Qt::Key_Right);
  CHECK(f.from_s() == Approx(from_s));
  f.press(Qt::Key_Home);
  CHECK(f.from_s() == Approx(0).margin(1e-6));
  CHECK(f.to_s() == Approx(29.9));
  f.press(Qt::Key_End);
  CHECK(f.stack.following());
  CHECK(f.to_s() - f.from_s() == Approx(30).margin(0.2));  // of the 60 that are wanted
  CHECK(following.count() == 2);
}

TEST_CASE("plus and minus zoom around the present while following, else around the middle", "[plots]") {
  PlotFixture f;
  const double to_s = f.to_s();
  f.press(Qt::Key_Plus);
  CHECK(f.stack.following());
  CHECK(to_seconds(f.stack.span()) == Approx(21).margin(0.1));
  CHECK(f.to_s() == Approx(to_s));
  f.press(Qt::Key_Minus);
  CHECK(to_seconds(f.stack.span()) == Approx(30).margin(0.1));
  f.stack.set_paused(true);
  const double middle_s = (f.from_s() + f.to_s()) / 2;
  f.press(Qt::Key_Plus);
  CHECK((f.from_s() + f.to_s()) / 2 == Approx(middle_s));
  CHECK(f.stack.paused());
}

TEST_CASE("the keyboard moves a cursor that stays, and Escape takes it away", "[plots]") {
  PlotFixture f;
  QSignalSpy moved(&f.stack, &PlotStack::cursor_moved);
  f.press(Qt::Key_Left, Qt::ShiftModifier);
  f.press(Qt::Key_Left, Qt::ShiftModifier);
  REQUIRE(moved.count() == 2);
  CHECK(moved[1][0].toDouble() < moved[0][0].toDouble());
  CHECK(f.stack.paused());
  f.settle();
  const QColor cursor = light_theme().cursor;
  const int with = pixels_of(picture_of(f.canvas("delay")), cursor);
  f.press(Qt::Key_Escape);
  CHECK(pixels_of(picture_of(f.canvas("delay")), cursor) < with - 50);
}

TEST_CASE("the wheel zooms around the instant below the mouse", "[plots]") {
  PlotFixture f;
  const double x = f.at(10).x();
  const double instant_s = f.canvas().xAxis->pixelToCoord(x);
  f.wheel(f.at(10), 1);
  CHECK_FALSE(f.stack.following());
  CHECK(to_seconds(f.stack.span()) == Approx(30 * 0.8).margin(0.1));
  f.settle();
  CHECK(f.canvas().xAxis->pixelToCoord(x) == Approx(instant_s));
  f.wheel(f.at(10), -2);
  CHECK(to_seconds(f.stack.span()) == Approx(30 / 0.8).margin(0.2));
}

TEST_CASE("the mouse drags the time along, and a click without a move does nothing", "[plots]") {
  PlotFixture f;
  const double from_s = f.from_s();
  f.mouse(QEvent::MouseButtonPress, f.at(10), Qt::LeftButton, Qt::LeftButton);
  f.mouse(QEvent::MouseButtonRelease, f.at(10), Qt::LeftButton);
  CHECK(f.stack.following());
  const QPointF start = f.at(10);
  const double second = f.at(11).x() - start.x();
  f.mouse(QEvent::MouseButtonPress, start, Qt::LeftButton, Qt::LeftButton);
  f.mouse(QEvent::MouseMove, start + QPointF(5 * second, 0), Qt::NoButton, Qt::LeftButton);
  f.mouse(QEvent::MouseButtonRelease, start + QPointF(5 * second, 0), Qt::LeftButton);
  CHECK_FALSE(f.stack.following());
  CHECK(f.from_s() == Approx(from_s - 5));
  f.mouse(QEvent::MouseMove, start);
  CHECK(f.from_s() == Approx(from_s - 5));
}

TEST_CASE("the wheel over a value axis scales it, and a double click fits it again", "[plots]") {
  PlotFixture f;
  const double high = f.canvas().yAxis->range().upper;
  f.wheel({5, f.at(10).y()}, 2);
  CHECK(f.canvas().yAxis->range().upper == Approx(high * 0.64));
  CHECK(f.stack.following());
  f.settle();
  CHECK(f.canvas().yAxis->range().upper == Approx(high * 0.64));
  f.mouse(QEvent::MouseButtonDblClick, f.at(10), Qt::LeftButton, Qt::LeftButton);
  f.settle();
  CHECK(f.canvas().yAxis->range().upper == Approx(high));
}

TEST_CASE("a legend is one stop of the Tab key, and arrows go from curve to curve", "[plots]") {
  PlotFixture f;
  const auto legends = f.stack.findChildren<PlotLegend*>();
  const auto found = std::ranges::find_if(legends, [](PlotLegend* one) { return one->order().size() > 1; });
  REQUIRE(found != legends.end());
  PlotLegend* legend = *found;
  const auto& order = legend->order();
  const auto stops = [&] {
    int count = 0;
    for (const std::size_t i : order) count += legend->item(i).focusPolicy() == Qt::TabFocus ? 1 : 0;
    return count;
  };
  CHECK(stops() == 1);
  f.stack.activateWindow();
  legend->item(order[0]).setFocus();
  REQUIRE(legend->item(order[0]).hasFocus());
  QTest::keyClick(&legend->item(order[0]), Qt::Key_Right);
  CHECK(legend->item(order[1]).hasFocus());
  CHECK(stops() == 1);
  CHECK(legend->item(order[1]).focusPolicy() == Qt::TabFocus);
  QTest::keyClick(&legend->item(order[1]), Qt::Key_Left);
  QTest::keyClick(&legend->item(order[0]), Qt::Key_Left);
  CHECK(legend->item(order[0]).hasFocus());
}
