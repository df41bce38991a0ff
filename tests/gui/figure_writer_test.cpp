#include "gui/figures/figure_writer.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <catch2/catch.hpp>
#include <random>

#include "gui/theme/theme.h"
#include "tests/gui/figure_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

QByteArray bytes_of(const QString& path) {
  QFile file(path);
  REQUIRE(file.open(QIODevice::ReadOnly));
  return file.readAll();
}

QImage written(const Figure& figure, const QTemporaryDir& folder) {
  REQUIRE(write_figure(figure, folder.path().toStdString()).empty());
  return QImage(folder.filePath("figure-1.png"));
}

int pixels_of_color(const QImage& image, const QColor& color) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color.rgb() ? 1 : 0;
  return count;
}

Figure noise_figure(FigureSeries::Style style, int count) {
  std::mt19937 random(5);
  std::normal_distribution<double> noise(0, 1);
  FigureSeries series;
  series.style = style;
  series.color = 0;
  for (int i = 0; i < count; ++i) {
    series.x.push_back(i);
    series.y.push_back(noise(random));
  }
  return figure_of({panel_of({series})});
}

}  // namespace

TEST_CASE("a figure is written as a PNG of twice the size and a PDF of lines and words", "[figures]") {
  const QTemporaryDir folder;
  const QImage image = written(figure_of({simple_panel()}), folder);
  CHECK(image.width() == 1600);
  CHECK(pixels_of_color(image, light_theme().curves[0]) > 1000);
  CHECK(image.pixelColor(2, 2) == QColor(Qt::white));
  const QByteArray pdf = bytes_of(folder.filePath("figure-1.pdf"));
  CHECK(pdf.startsWith("%PDF"));
  CHECK(pdf.contains("/Font"));
  CHECK_FALSE(pdf.contains("/Subtype /Image"));
}

TEST_CASE("the same figure gives the same bytes", "[figures]") {
  const QTemporaryDir first, second;
  const Figure figure = figure_of({simple_panel(), simple_panel()}, 2);
  REQUIRE(write_figure(figure, first.path().toStdString()).empty());
  REQUIRE(write_figure(figure, second.path().toStdString()).empty());
  for (const char* name : {"figure-1.png", "figure-1.pdf"})
    CHECK(bytes_of(first.filePath(name)) == bytes_of(second.filePath(name)));
  CHECK_FALSE(bytes_of(first.filePath("figure-1.pdf")).contains("/CreationDate"));
}

TEST_CASE("a million points make a small file", "[figures]") {
  const QTemporaryDir folder;
  const QImage image = written(noise_figure(FigureSeries::Style::line, 1'000'000), folder);
  CHECK(pixels_of_color(image, light_theme().curves[0]) > 100'000);
  CHECK(bytes_of(folder.filePath("figure-1.pdf")).size() < 500'000);
  written(noise_figure(FigureSeries::Style::points, 1'000'000), folder);
  CHECK(bytes_of(folder.filePath("figure-1.pdf")).size() < 4'000'000);
}

TEST_CASE("what cannot be drawn is left out", "[figures]") {
  const QTemporaryDir folder;
  FigurePanel empty = panel_of({});
  FigurePanel nothing = panel_of({line_of("a", {1, 2}, {no_number, INFINITY}), line_of("b", {}, {1})});
  FigurePanel zeros = panel_of({line_of("a", {-1, 0, 1, 10}, {1, 1, 0, -4}), line_of("b", {0, 1, 10}, {1, 5, 1e300})});
  zeros.x.logarithmic = zeros.y.logarithmic = true;
  zeros.limits = {{0, "none"}, {-1, "below"}};
  zeros.spans = {{-5, 2, "from below"}, {no_number, 1, "nowhere"}, {5, INFINITY, "for ever"}};
  FigurePanel bars = panel_of({});
  bars.y.logarithmic = true;
  bars.categories = {"a", "", "c"};
  bars.bars = {{"zeros", {0, 0, 0}, {}}, {"few", {1}, {}}, {"none", {}, 400}};
  FigurePanel no_bars = bars;
  no_bars.bars.resize(1);
  for (const auto style : {FigureSeries::Style::line, FigureSeries::Style::points, FigureSeries::Style::steps,
                           FigureSeries::Style::line_and_points}) {
    for (FigureSeries& series : zeros.series) series.style = style;
    CHECK_FALSE(written(figure_of({empty, nothing, zeros, bars, no_bars}, 2), folder).isNull());
  }
}

TEST_CASE("a line breaks where there is no number", "[figures]") {
  const QTemporaryDir folder;
  const auto blue = [&](double middle) {
    FigurePanel panel = panel_of({line_of("", {0, 1, 2, 3, 4}, {1, 1, middle, 1, 1})});
    return pixels_of_color(written(figure_of({panel}), folder), light_theme().curves[0]);
  };
  CHECK(blue(no_number) < 0.6 * blue(1));
}

TEST_CASE("what cannot be written is said in a sentence", "[figures]") {
  const QTemporaryDir folder;
  QFile file(folder.filePath("file"));
  REQUIRE(file.open(QIODevice::WriteOnly));
  for (const std::string& place :
       {std::string("/proc/figures"), std::string("/proc"), folder.filePath("file").toStdString()}) {
    const std::string failed = write_figure(figure_of({simple_panel()}), place);
    CAPTURE(failed);
    CHECK(failed.find(place) != std::string::npos);
    CHECK(failed.ends_with("choose another folder."));
  }
  CHECK(write_figure(figure_of({}), folder.path().toStdString()).ends_with("give it one."));
}
