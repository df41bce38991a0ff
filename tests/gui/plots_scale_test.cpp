#include <QFontDatabase>
#include <QPainter>
#include <QPushButton>
#include <catch2/catch.hpp>

#include "gui/plots/curve_style.h"
#include "gui/plots/time_ticker.h"
#include "gui/plots/time_view.h"
#include "gui/plots/y_scale.h"
#include "gui/theme/flow_layout.h"
#include "gui/theme/tabular_text.h"

using namespace evenkeel;

TEST_CASE("a value axis grows at once and has round ends", "[plots]") {
  YScale scale(true);
  scale.follow(0, 0.9, 0);
  CHECK(scale.low() == 0);
  CHECK(scale.high() == Approx(1.0));
  scale.follow(0, 2.3, 0.1);
  CHECK(scale.high() == Approx(2.5));
}

TEST_CASE("a value axis shrinks only after its curves have needed much less for a while", "[plots]") {
  YScale scale(true);
  scale.follow(0, 10, 0);
  const double high = scale.high();
  scale.follow(0, 2, 1);
  scale.follow(0, 2, 3.5);
  CHECK(scale.high() == high);
  scale.follow(0, 2, 4.5);
  CHECK(scale.high() < 3);
}

TEST_CASE("a swing back within that while keeps the value axis", "[plots]") {
  YScale scale(true);
  scale.follow(0, 10, 0);
  const double high = scale.high();
  scale.follow(0, 2, 1);
  scale.follow(0, 9, 3);
  scale.follow(0, 2, 4);
  scale.follow(0, 2, 6.5);
  CHECK(scale.high() == high);
  scale.follow(0, 8, 100);  // a little less is no reason either
  scale.follow(0, 8, 200);
  CHECK(scale.high() == high);
}

TEST_CASE("curves that are nothing but zero, or level, have an axis with a height", "[plots]") {
  for (const bool from_zero : {true, false}) {
    for (const double level : {0.0, 5.0, -3.0}) {
      YScale scale(from_zero);
      scale.fit(level, level);
      CAPTURE(from_zero, level);
      CHECK(scale.high() > scale.low());
      CHECK(scale.low() <= level);
      CHECK(scale.high() >= level);
    }
  }
}

TEST_CASE("an axis that need not begin at zero lies around its curve", "[plots]") {
  YScale scale(false);
  scale.fit(100, 110);
  CHECK(scale.low() > 90);
  CHECK(scale.low() <= 100);
  CHECK(scale.high() < 120);
  YScale below(true);
  below.fit(-4, 1);
  CHECK(below.low() <= -4);
}

TEST_CASE("the view follows the present and keeps its span over a pan", "[plots]") {
  TimeView view;
  view.set_span(30);
  view.set_data(0, 100);
  view.set_now(100);
  CHECK(view.from_s() == Approx(70));
  CHECK(view.to_s() == Approx(100));
  view.pan(-20);
  CHECK_FALSE(view.following());
  view.set_now(110);
  CHECK(view.from_s() == Approx(50));
  view.set_following(true);
  CHECK(view.to_s() == Approx(110));
  CHECK(view.span_s() == Approx(30));
}

TEST_CASE("the axis of a call that begins grows from zero to its span", "[plots]") {
  TimeView view;
  const std::vector<std::pair<double, double>> growth{{0, 10}, {4, 10}, {10, 10}, {25, 25}, {60, 60}};
  for (const auto& [now_s, to_s] : growth) {
    view.set_now(now_s);
    CAPTURE(now_s);
    CHECK(view.from_s() == 0);
    CHECK(view.to_s() == Approx(to_s));
  }
  CHECK_FALSE(view.growing());
  view.set_now(70);
  CHECK(view.from_s() == Approx(10));
  CHECK(view.to_s() == Approx(70));
}

TEST_CASE("a pause while the axis grows keeps what is visible, and following has the wanted span again", "[plots]") {
  TimeView view;
  view.set_now(20);
  view.set_data(0, 20);
  view.set_following(false);
  view.set_now(90);
  CHECK(view.from_s() == 0);
  CHECK(view.to_s() == Approx(20));
  view.set_following(true);
  CHECK(view.from_s() == Approx(30));
  CHECK(view.to_s() == Approx(90));
}

TEST_CASE("runs that were moved before zero are shown too", "[plots]") {
  TimeView view;
  view.set_data(-15, 40);
  view.show_all();
  CHECK(view.from_s() == Approx(-15));
  CHECK(view.to_s() == Approx(40));
  view.show(2, 3);
  CHECK(view.from_s() == Approx(2));
  CHECK(view.to_s() == Approx(3));
}

TEST_CASE("zooming keeps the instant under the mouse, and following goes back to its span", "[plots]") {
  TimeView view;
  view.set_data(0, 100);
  view.set_now(100);
  view.zoom(0.5, 55);  // a quarter from the left of 40 to 100
  CHECK(view.span_s() == Approx(30));
  CHECK((55 - view.from_s()) / view.span_s() == Approx(0.25));
  view.set_following(true);
  CHECK(view.span_s() == Approx(60));
}

TEST_CASE("the view has limits", "[plots]") {
  TimeView view;
  view.set_data(0, 100);
  view.set_now(100);
  view.zoom(1e-9, 50);
  CHECK(view.span_s() == Approx(TimeView::smallest_span_s));
  view.zoom(1e12, 50);
  CHECK(view.span_s() == Approx(110));
  view.pan(1e6);
  CHECK(view.from_s() < 100);
  view.pan(-1e6);
  CHECK(view.to_s() > 0);
  view.show_all();
  CHECK(view.from_s() == 0);
  CHECK(view.to_s() == Approx(100));
  view.zoom(0.1, 50);
  view.reveal(99);
  CHECK(view.to_s() == Approx(99));
}

TEST_CASE("instants are written as minutes and seconds", "[plots]") {
  CHECK(time_text(0, 0) == "0:00");
  CHECK(time_text(65, 0) == "1:05");
  CHECK(time_text(59.96, 1) == "1:00.0");
  CHECK(time_text(7.25, 2) == "0:07.25");
  CHECK(time_text(3600 + 62, 0) == "1:01:02");
  CHECK(time_text(3599.99, 1) == "1:00:00.0");
  CHECK(time_text(-1.5, 1) == QString::fromUtf8("\u22120:01.5"));
}

TEST_CASE("values are written with about three digits", "[plots]") {
  CHECK(reading_text(0) == "0.00");
  CHECK(reading_text(1.234) == "1.23");
  CHECK(reading_text(12.34) == "12.3");
  CHECK(reading_text(123.4) == "123");
  CHECK(reading_text(9.999) == "10.0");
  CHECK(reading_text(-2.5) == QString::fromUtf8("\u22122.50"));
  CHECK(difference_text(0.3) == "+0.30");
  CHECK(difference_text(-2.5) == QString::fromUtf8("\u22122.50"));
}

TEST_CASE("digits are equally wide in numbers that change in place, whatever the font", "[plots]") {
  for (const QString& family : QFontDatabase::families()) {
    const QFontMetrics metrics{QFont(family, 10)};
    CAPTURE(family.toStdString());
    CHECK(tabular_width(metrics, "1.11") == tabular_width(metrics, "8.08"));
    CHECK(tabular_width(metrics, "competition") == metrics.horizontalAdvance("competition"));
  }
}

TEST_CASE("a number is drawn whole within its width, at the left edge", "[plots]") {
  QImage image(80, 20, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  const int width = tabular_width(painter.fontMetrics(), "12.5");
  draw_tabular_text(painter, QRect(0, 0, 60, 20), "12.5");
  painter.end();
  const auto inked = [&](int from, int to) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = from; x < to; ++x) count += image.pixelColor(x, y).lightness() < 128 ? 1 : 0;
    return count;
  };
  CHECK(inked(0, width) > 10);
  CHECK(inked(width + 1, 60) == 0);
  CHECK(inked(61, 80) == 0);
}

TEST_CASE("a flow layout breaks its line where the width ends", "[plots]") {
  QWidget box;
  auto* flow = new FlowLayout(&box);
  flow->setContentsMargins(0, 0, 0, 0);
  flow->setSpacing(4);
  for (int i = 0; i < 4; ++i) {
    auto* button = new QPushButton(&box);
    button->setFixedSize(50, 20);
    flow->addWidget(button);
  }
  CHECK(flow->heightForWidth(4 * 50 + 3 * 4) == 20);
  CHECK(flow->heightForWidth(4 * 50 + 3 * 4 - 1) == 40);
  CHECK(flow->heightForWidth(10) == 80);
  flow->setGeometry({0, 0, 110, 100});
  CHECK(flow->itemAt(1)->geometry() == QRect(54, 0, 50, 20));
  CHECK(flow->itemAt(2)->geometry() == QRect(0, 20, 50, 20));
  flow->itemAt(0)->widget()->hide();
  CHECK(flow->heightForWidth(3 * 50 + 2 * 4) == 20);
  CHECK(flow->itemAt(7) == nullptr);
  CHECK(flow->takeAt(7) == nullptr);
}
