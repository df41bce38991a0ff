#include "gui/figures/figure_range.h"

#include <catch2/catch.hpp>

#include "tests/gui/figure_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("a panel without a number that can be drawn has no range", "[figures]") {
  FigurePanel panel = panel_of({line_of("a", {}, {}), line_of("b", {1, 2}, {no_number, INFINITY})});
  panel.limits = {{1, "limit"}};
  CHECK_FALSE(x_range(panel));
  CHECK_FALSE(y_range(panel));
  panel.series = {line_of("zeros", {1, 2}, {0, -1})};
  CHECK(y_range(panel));
  panel.y.logarithmic = true;
  CHECK_FALSE(y_range(panel));
  CHECK_FALSE(x_range(panel));
}

TEST_CASE("a logarithmic axis leaves out zeros and negative values", "[figures]") {
  FigurePanel panel = panel_of({line_of("a", {0, 1, 10, -5}, {1, 0.02, 30, 7})});
  panel.x.logarithmic = panel.y.logarithmic = true;
  CHECK(x_range(panel)->lower == Approx(1));
  CHECK(x_range(panel)->upper == Approx(10));
  CHECK(y_range(panel)->lower == Approx(0.02));
  CHECK(y_range(panel)->upper == Approx(50));
}

TEST_CASE("a linear axis begins at zero where the data are not far from it", "[figures]") {
  CHECK(y_range(panel_of({line_of("a", {0, 1}, {2, 10})}))->lower == 0);
  CHECK(y_range(panel_of({line_of("a", {0, 1}, {98, 100})}))->lower > 90);
  CHECK(y_range(panel_of({line_of("a", {0, 1}, {-10, -2})}))->upper == 0);
}

TEST_CASE("the shortest bar on a logarithmic axis is seen", "[figures]") {
  FigurePanel panel;
  panel.y.logarithmic = true;
  panel.categories = {"1", "10", "100"};
  panel.bars = {{"rmc", {0.004, 0, no_number}, {}}, {"other", {1, 20, 3, 1e9}, {}}};
  REQUIRE(y_range(panel));
  CHECK(y_range(panel)->lower <= 0.004 / 2);
  CHECK(y_range(panel)->upper < 100);  // values beyond the categories do not count
  CHECK(x_range(panel)->lower == 0.5);
  CHECK(x_range(panel)->upper == 3.5);
}

TEST_CASE("ranges are never empty nor upside down", "[figures]") {
  const std::vector<double> values{0, 1, -1, 1e-300, 1e300, 5e99, 1e-99, 0.06, 100, INFINITY, no_number};
  for (const double a : values) {
    for (const double b : values) {
      for (const bool logarithmic : {false, true}) {
        FigurePanel panel = panel_of({line_of("a", {a, b}, {b, a})});
        panel.x = {"x", logarithmic, b, a};
        panel.y = {"y", logarithmic, a, b};
        panel.limits = {{a, ""}};
        for (const auto& range : {x_range(panel), y_range(panel)}) {
          if (!range) continue;
          CAPTURE(a, b, logarithmic, range->lower, range->upper);
          CHECK(range->lower < range->upper);
          CHECK(std::isfinite(range->upper - range->lower));
          if (logarithmic) CHECK(range->lower > 0);
        }
      }
    }
  }
}

TEST_CASE("a limit and a span are within the axes, and what an axis says goes first", "[figures]") {
  FigurePanel panel = simple_panel();
  panel.limits = {{50, "buffer"}};
  panel.spans = {{2, 10, "busy"}};
  CHECK(y_range(panel)->upper > 50);
  CHECK(x_range(panel)->upper >= 10);
  panel.x.maximum = 4;
  panel.y.minimum = -7;
  CHECK(x_range(panel)->upper == 4);
  CHECK(y_range(panel)->lower == -7);
}
