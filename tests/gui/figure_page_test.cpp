#include "gui/figures/figure_page.h"

#include <catch2/catch.hpp>

#include "tests/gui/figure_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

FigurePanel crowded_panel(int count) {
  FigurePanel panel;
  for (int i = 0; i < count; ++i) {
    const std::string name = "a series with a long name that takes much of the line, number " + std::to_string(i);
    panel.series.push_back(line_of(name, {0, 1}, {0, 1.0 * i}));
  }
  return panel;
}

/// Data and legends are on the page and keep clear of each other.
void check_layout(const FigurePage& page) {
  std::vector<QRectF> areas = page.data_areas();
  for (const QRectF& legend : page.legend_areas()) areas.push_back(legend);
  for (std::size_t i = 0; i < areas.size(); ++i) {
    CHECK(QRectF(QPointF(), page.size()).contains(areas[i]));
    for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(areas[i].intersects(areas[k]));
  }
}

QImage drawn(const FigurePage& page) {
  QImage image(page.size(), QImage::Format_RGB32);
  QCPPainter painter(&image);
  page.draw(painter);
  return image;
}

bool has_ink(const QImage& image, const QRectF& area) {
  for (int y = static_cast<int>(area.top()); y < static_cast<int>(area.bottom()); ++y)
    for (int x = static_cast<int>(area.left()); x < static_cast<int>(area.right()); ++x)
      if (qGray(image.pixel(x, y)) < 128) return true;
  return false;
}

}  // namespace

TEST_CASE("panels are as wide as their columns and a row is about 320 pixels high", "[figures]") {
  const Figure one = figure_of({simple_panel()});
  CHECK(FigurePage(one).size().width() == 800);
  CHECK(FigurePage(one).size().height() == Approx(370).margin(40));
  const Figure four = figure_of({simple_panel(), simple_panel(), simple_panel(), simple_panel()}, 2);
  const FigurePage page(four);
  CHECK(page.size().width() == 1280);
  CHECK(page.size().height() == Approx(680).margin(40));
  CHECK(page.data_areas()[0].left() == page.data_areas()[2].left());
  CHECK(page.data_areas()[0].top() == page.data_areas()[1].top());
  check_layout(page);
}

TEST_CASE("legends keep clear of the data, however long their names are", "[figures]") {
  for (const int count : {0, 1, 3, 8, 30}) {
    for (const int columns : {-1, 1, 2, 3}) {
      const Figure figure = figure_of({crowded_panel(count), simple_panel(), crowded_panel(count + 1)}, columns);
      check_layout(FigurePage(figure));
    }
  }
}

TEST_CASE("panels that need the same legend share one", "[figures]") {
  const Figure same = figure_of({simple_panel(), simple_panel()});
  CHECK(FigurePage(same).legend_areas().size() == 1);
  const Figure other = figure_of({simple_panel(), crowded_panel(2)});
  CHECK(FigurePage(other).legend_areas().size() == 2);
}

TEST_CASE("long names of categories and labels of limits and spans do not squeeze the axes", "[figures]") {
  FigurePanel panel = simple_panel();
  panel.series.clear();
  for (int i = 0; i < 12; ++i) panel.categories.push_back("Donaudampfschifffahrtsgesellschaft on a busy day");
  panel.bars = {{"bars", std::vector<double>(12, 1.0), {}}};
  for (int i = 0; i < 20; ++i) panel.limits.push_back({1 + i * 1e-3, "a limit with a long explanation"});
  for (int i = 0; i < 9; ++i) panel.spans.push_back({1.0 + i, 1.5 + i, "a span with a long explanation"});
  const Figure figure = figure_of({panel, panel}, 2);
  const FigurePage page(figure);
  check_layout(page);
  for (const QRectF& area : page.data_areas()) {
    CHECK(area.height() >= 200);
    CHECK(area.width() >= 380);
  }
}

TEST_CASE("every category has its name below it, however many and long they are", "[figures]") {
  for (const std::size_t count : {3U, 7U, 12U, 20U}) {
    FigurePanel panel = simple_panel();
    panel.series.clear();
    panel.categories.assign(count, "loopback with five busy processes");
    panel.bars = {{"bars", std::vector<double>(count, 1.0), {}}};
    const Figure figure = figure_of({panel, panel}, 2);
    const FigurePage page(figure);
    const QImage image = drawn(page);
    const QRectF area = page.data_areas()[0];
    const double slot = area.width() / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
      const QPointF tick(area.left() + slot * (static_cast<double>(i) + 0.5), area.bottom());
      CAPTURE(count, i);
      CHECK(has_ink(image, QRectF(tick + QPointF(-14, 4), QSizeF(22, 26))));
    }
  }
}

TEST_CASE("a legend says which series has no data", "[figures]") {
  FigurePanel panel = simple_panel();
  panel.series.push_back(line_of("theirs", {1, 2}, {no_number, no_number}));
  panel.series.push_back(line_of("", {1}, {1}));
  const auto entries = legend_entries(panel);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].label == "ours");
  CHECK(entries[1].label == "theirs (no data)");
}
