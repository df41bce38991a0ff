#include <QAccessible>
#include <QApplication>
#include <catch2/catch.hpp>
#include <cmath>

#include "gui/call/level_meter.h"
#include "gui/theme/theme.h"
#include "tests/gui/window_look.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

double level_of(double db) { return std::pow(10, db / 20); }

struct Meter : LevelMeter {
  explicit Meter(Qt::Orientation orientation = Qt::Horizontal) : LevelMeter(orientation, "Level", "How loud it is.") {
    resize(orientation == Qt::Horizontal ? QSize(100, 8) : QSize(8, 100));
  }
  /// Pixels of this colour, of about 800.
  int pixels(const QColor& color) { return pixels_like(grab().toImage(), color, color); }
};

}  // namespace

TEST_CASE("a level meter is full at full scale, and empty 60 dB below it") {
  const auto orientation = GENERATE(Qt::Horizontal, Qt::Vertical);
  Meter meter(orientation);
  const Theme& theme = theme_of(meter.palette());
  meter.set_level(1.0);
  CHECK(meter.shown_db() == 0);
  CHECK(meter.pixels(theme.danger) > 700);
  Meter half(orientation);
  half.set_level(level_of(-30));
  CHECK(half.shown_db() == Approx(-30));
  CHECK(half.pixels(theme.good) == Approx(400).margin(30));
  Meter empty(orientation);
  for (const double level : {0.0, level_of(-80)}) {
    empty.set_level(level);
    CHECK(empty.shown_db() == LevelMeter::least_db);
    CHECK(empty.pixels(theme.good) == 0);
  }
}

TEST_CASE("a level rises at once and falls slowly, so that it can be followed") {
  Meter meter;
  meter.set_level(level_of(-10));
  CHECK(meter.shown_db() == Approx(-10));
  meter.set_level(0);
  CHECK(meter.shown_db() == Approx(-10 - LevelMeter::fall_db));
  for (int i = 0; i < 60; ++i) meter.set_level(0);  // two seconds
  CHECK(meter.shown_db() == LevelMeter::least_db);
  meter.set_level(level_of(-10));
  meter.set_level(std::nullopt);  // muted
  CHECK(meter.shown_db() == LevelMeter::least_db);
  CHECK_FALSE(meter.is_active());
}

TEST_CASE("what is no level is none: below 0, above full scale, not a number") {
  Meter meter;
  meter.set_level(3.0);
  CHECK(meter.shown_db() == 0);
  Meter negative;
  negative.set_level(-1.0);
  CHECK(negative.shown_db() == LevelMeter::least_db);
  negative.set_level(std::nan(""));
  CHECK(negative.shown_db() == LevelMeter::least_db);
}

TEST_CASE("a loud level has another colour, and one that distorts a third, in both themes") {
  const QPalette palette = GENERATE(light_palette(), dark_palette());
  const Theme& theme = theme_of(palette);
  const auto pixels = [&](double db, const QColor& color) {
    Meter meter;
    meter.setPalette(palette);
    meter.set_level(level_of(db));
    return meter.pixels(color);
  };
  CHECK(pixels(-20, theme.good) > 400);
  CHECK(pixels(-8, theme.warning) > 500);
  CHECK(pixels(-1, theme.danger) > 600);
}

TEST_CASE("a screen reader gets a level meter's name and its value") {
  Meter meter;
  meter.set_level(level_of(-23));
  QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&meter);
  REQUIRE(interface != nullptr);
  CHECK(interface->text(QAccessible::Name) == "Level");
  CHECK(interface->text(QAccessible::Value) == "-23 dB");
  QAccessibleValueInterface* value = interface->valueInterface();
  REQUIRE(value != nullptr);
  CHECK(value->currentValue().toDouble() == -23);
  CHECK(value->minimumValue().toDouble() == -60);
  CHECK(value->maximumValue().toDouble() == 0);
  meter.set_level(std::nullopt);
  CHECK(interface->text(QAccessible::Value) == "no sound");
}
