#include <QSignalSpy>
#include <catch2/catch.hpp>

#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

// Boxes to zoom to, and cursors that stay.
namespace {

struct CursorFixture : PlotFixture {
  void drag(QPointF from, QPointF to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {}) {
    send(QEvent::MouseButtonPress, from, button, button, modifiers);
    send(QEvent::MouseMove, to, Qt::NoButton, button, modifiers);
    send(QEvent::MouseButtonRelease, to, button, Qt::NoButton, modifiers);
    settle();
  }
  void send(QEvent::Type type, QPointF where, Qt::MouseButton button, Qt::MouseButtons held,
            Qt::KeyboardModifiers modifiers) {
    QMouseEvent event(type, where, canvas().mapToGlobal(where), button, held, modifiers);
    QApplication::sendEvent(&canvas(), &event);
  }
  QPointF point(double time_s, double value) {
    return {canvas().xAxis->coordToPixel(time_s), canvas().yAxis->coordToPixel(value)};
  }
  QString reading(std::string_view id, std::string_view column) {
    LegendItem& legend = item(id, column);
    QFocusEvent focus(QEvent::FocusIn, Qt::TabFocusReason);
    QApplication::sendEvent(&legend, &focus);
    return legend.accessibleDescription();
  }
};

}  // namespace

TEST_CASE("a box drawn with the right button zooms time and values, and Escape goes back", "[plots]") {
  CursorFixture f;
  const double high = f.canvas().yAxis->range().upper;
  const double other_high = f.canvas("delay").yAxis->range().upper;
  f.drag(f.point(10, 1), f.point(14, 3), Qt::RightButton);
  CHECK(f.from_s() == Approx(10).margin(0.1));
  CHECK(f.to_s() == Approx(14).margin(0.1));
  CHECK(f.canvas().yAxis->range().lower == Approx(1).margin(0.05));
  CHECK(f.canvas().yAxis->range().upper == Approx(3).margin(0.05));
  CHECK(f.canvas("delay").yAxis->range().upper == Approx(other_high));  // of another plot
  CHECK_FALSE(f.stack.following());
  f.press(Qt::Key_Escape);
  f.settle();
  CHECK(f.stack.following());
  CHECK(f.canvas().yAxis->range().upper == Approx(high));
  CHECK(f.to_s() == Approx(30).margin(0.2));
}

TEST_CASE("Shift and a drag draw a box too, a flat one zooms the time alone, and a double click goes back", "[plots]") {
  CursorFixture f;
  f.stack.set_paused(true);
  f.settle();
  const double high = f.canvas().yAxis->range().upper;
  const double from_s = f.from_s();
  f.drag(f.point(5, 2), f.point(20, 2) + QPointF(0, 4), Qt::LeftButton, Qt::ShiftModifier);
  CHECK(f.from_s() == Approx(5).margin(0.1));
  CHECK(f.to_s() == Approx(20).margin(0.1));
  CHECK(f.canvas().yAxis->range().upper == Approx(high));
  f.drag(f.point(8, 2), f.point(9, 2), Qt::LeftButton, Qt::ShiftModifier);
  CHECK(f.to_s() == Approx(9).margin(0.1));
  f.mouse(QEvent::MouseButtonDblClick, f.at(8.5), Qt::LeftButton, Qt::LeftButton);
  CHECK(f.to_s() == Approx(20).margin(0.1));
  f.mouse(QEvent::MouseButtonDblClick, f.at(8.5), Qt::LeftButton, Qt::LeftButton);
  CHECK(f.from_s() == Approx(from_s).margin(0.01));
  CHECK_FALSE(f.stack.following());
  CHECK_FALSE(f.stack.zoom_back());
}

TEST_CASE("a box that is being drawn is seen, and Escape or a tiny one changes nothing", "[plots]") {
  CursorFixture f;
  f.stack.set_paused(true);
  f.settle();
  const double from_s = f.from_s();
  const QImage before = picture_of(f.canvas());
  f.send(QEvent::MouseButtonPress, f.point(10, 1), Qt::RightButton, Qt::RightButton, {});
  f.send(QEvent::MouseMove, f.point(14, 3), Qt::NoButton, Qt::RightButton, {});
  CHECK(picture_of(f.canvas()) != before);
  f.press(Qt::Key_Escape);
  f.send(QEvent::MouseButtonRelease, f.point(14, 3), Qt::RightButton, Qt::NoButton, {});
  CHECK(f.from_s() == from_s);
  f.drag(f.point(10, 1), f.point(10, 1) + QPointF(2, 2), Qt::RightButton);
  CHECK(f.from_s() == from_s);
  CHECK_FALSE(f.stack.zoom_back());
}

TEST_CASE("two cursors are set by Ctrl and a click, and every curve tells its difference", "[plots]") {
  CursorFixture f;
  f.stack.set_paused(true);
  f.settle();
  QSignalSpy changed(&f.stack, &PlotStack::cursors_changed);
  f.send(QEvent::MouseButtonPress, f.at(10.05), Qt::LeftButton, Qt::LeftButton, Qt::ControlModifier);
  f.send(QEvent::MouseButtonPress, f.at(14.45), Qt::LeftButton, Qt::LeftButton, Qt::ControlModifier);
  REQUIRE(f.stack.fixed_cursors().size() == 2);
  CHECK(changed.count() == 2);
  const Duration first = f.stack.fixed_cursors()[0];
  const Duration second = f.stack.fixed_cursors()[1];
  CHECK(to_seconds(second - first) == Approx(4.4).margin(0.1));
  const auto before = f.live->store.row_at("a to b", first);
  const auto after = f.live->store.row_at("a to b", second);
  const double difference_ms = *after->one_way_delay_ms - *before->one_way_delay_ms;
  CHECK(f.reading("delay", "oneWayDelay") ==
        reading_text(*after->one_way_delay_ms) + " (" + difference_text(difference_ms) + ")");
  const QImage picture = picture_of(f.canvas("delay"));
  const int x = static_cast<int>(f.at(10.05).x() * picture.devicePixelRatio());
  CHECK(pixels_of(picture.copy(x - 2, 0, 5, picture.height()), light_theme().cursor) > picture.height() / 4);
  f.press(Qt::Key_Escape);
  CHECK(f.stack.fixed_cursors().empty());
  CHECK_FALSE(f.reading("delay", "oneWayDelay").contains("("));
}

TEST_CASE("cursors are set from the keyboard, and Z zooms to the time between them", "[plots]") {
  CursorFixture f;
  f.stack.set_paused(true);
  f.press(Qt::Key_Left, Qt::ShiftModifier);
  f.press(Qt::Key_Return);
  for (int i = 0; i < 40; ++i) f.press(Qt::Key_Left, Qt::ShiftModifier);
  f.press(Qt::Key_Return);
  REQUIRE(f.stack.fixed_cursors().size() == 2);
  const double first_s = to_seconds(f.stack.fixed_cursors()[0]);
  const double second_s = to_seconds(f.stack.fixed_cursors()[1]);
  CHECK(second_s < first_s - 3);
  f.press(Qt::Key_Z);
  CHECK(f.from_s() == Approx(second_s));
  CHECK(f.to_s() == Approx(first_s));
  f.press(Qt::Key_Return);  // a third begins anew
  CHECK(f.stack.fixed_cursors().size() == 1);
}

TEST_CASE("the view goes to a time and puts the cursor there", "[plots]") {
  CursorFixture f;
  QSignalSpy following(&f.stack, &PlotStack::following_changed);
  f.stack.set_span(from_seconds(10));
  f.stack.go_to(from_seconds(12));
  CHECK(following.count() == 1);
  CHECK((f.from_s() + f.to_s()) / 2 == Approx(12));
  f.settle();
  const auto row = f.live->store.row_at("a to b", from_seconds(12));
  CHECK(f.reading("rate", "sendBitrate") == reading_text(*row->send_bitrate_bps / 1e6));
}
