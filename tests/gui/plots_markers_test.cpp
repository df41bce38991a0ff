#include <catch2/catch.hpp>

#include "gui/plots/run_row.h"
#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// A sample of the legend for eyes that see no colours.
QImage colourless(CurveLook look) {
  look.pen.setColor(Qt::black);
  QImage image(20, 16, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  draw_legend_sample(painter, image.rect(), look, CurveSpec::Mark::none, light_theme());
  return image;
}

std::vector<std::size_t> lines_of(const PlotSpec& plot) {
  std::vector<std::size_t> lines;
  for (std::size_t i = 0; i < plot.curves.size(); ++i)
    if (plot.curves[i].mark == CurveSpec::Mark::none) lines.push_back(i);
  return lines;
}

void check_all_differ(const std::vector<CurveLook>& looks) {
  for (std::size_t i = 0; i < looks.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      CAPTURE(i, j);
      CHECK((looks[i].marker != looks[j].marker || looks[i].pen.dashPattern() != looks[j].pen.dashPattern()));
      CHECK(colourless(looks[i]) != colourless(looks[j]));
    }
  }
}

/// Where markers are, of those before a time.
std::vector<double> markers_before(PlotFixture& f, double time_s) {
  const auto* graph = dynamic_cast<MarkedGraph*>(f.canvas().graph(0));
  std::vector<double> keys = graph->marker_keys();
  std::erase_if(keys, [&](double key) { return key > time_s; });
  return keys;
}

}  // namespace

TEST_CASE("the curves of each plot differ in more than colour, in the plot and in its legend", "[plots]") {
  PlotFixture f;
  for (TimePlot* plot : f.stack.findChildren<TimePlot*>()) {
    CAPTURE(std::string(plot->spec().id));
    std::vector<CurveLook> looks;
    for (const std::size_t i : lines_of(plot->spec())) {
      looks.push_back(plot->look(i, 0));
      CHECK(plot->legend_look(i) == plot->look(i, 0));
    }
    check_all_differ(looks);
  }
}

TEST_CASE("of overlaid runs up to twelve curves of a plot differ in their dashes", "[plots]") {
  PlotFixture f;
  for (const char* column : {"oneWayDelay", "pacerQueue", "quantizer", "framesPerSecond"})
    REQUIRE(f.stack.add_curve("rate", {.column = find_column(column)->name}));
  const PlotSpec& rate = f.plot("rate").spec();
  std::vector<CurveLook> looks;
  for (const std::size_t i : lines_of(rate))
    if (rate.curves[i].shadow == 0) looks.push_back(look_without_run(rate, i, light_theme()));
  REQUIRE(looks.size() > 6);
  REQUIRE(looks.size() <= 12);
  check_all_differ(looks);
}

TEST_CASE("so do those that are added to a plot, which change none of the others", "[plots]") {
  PlotFixture f;
  const CurveLook target = f.plot("rate").look(8, 0);
  for (const char* column : {"oneWayDelay", "pacerQueue", "quantizer", "framesPerSecond"}) {
    REQUIRE(f.stack.add_curve("rate", {.column = find_column(column)->name}));
    REQUIRE(f.stack.add_curve("own-1", {.column = find_column(column)->name}));
  }
  CHECK(f.plot("rate").look(8, 0) == target);
  for (const char* id : {"rate", "own-1"}) {
    std::vector<CurveLook> looks;
    for (const std::size_t i : lines_of(f.plot(id).spec())) looks.push_back(f.plot(id).look(i, 0));
    check_all_differ(looks);
  }
}

TEST_CASE("of overlaid runs every curve of every run differs in more than colour", "[plots]") {
  PlotFixture f;
  std::vector<std::unique_ptr<RunData>> runs;
  std::vector<const RunData*> shown;
  for (std::size_t i = 0; i < max_runs; ++i) {
    runs.push_back(plot_run("run " + std::to_string(i), 100));
    shown.push_back(runs.back().get());
  }
  f.stack.set_runs(shown);
  f.settle();
  for (TimePlot* plot : f.stack.findChildren<TimePlot*>()) {
    CAPTURE(std::string(plot->spec().id));
    std::vector<CurveLook> looks;
    std::vector<CurveLook> names;
    for (const std::size_t i : lines_of(plot->spec())) {
      for (std::size_t run = 0; run < shown.size(); ++run) looks.push_back(plot->look(i, run));
      names.push_back(plot->legend_look(i));
    }
    check_all_differ(looks);
    check_all_differ(names);
  }
  std::vector<CurveLook> rows;
  for (std::size_t run = 0; run < shown.size(); ++run) rows.push_back(run_look(run, light_theme()));
  check_all_differ(rows);
}

TEST_CASE("markers are few however narrow the range is", "[plots]") {
  QCustomPlot plot;
  plot.resize(600, 200);
  auto* graph = new MarkedGraph(plot.xAxis, plot.yAxis);  // The plot owns it.
  graph->set_marker({MarkerShape::circle}, {}, 0.5);
  const double size = GENERATE(1e9, 1.0, 3.6e-7);  // the last: three times what numbers of that size differ by
  plot.xAxis->setRange(1e9, 1e9 + size);
  plot.replot();  // which gives the axes their lengths
  REQUIRE(plot.axisRect()->width() > 400);
  CHECK(graph->marker_keys().size() <= 7);
}

TEST_CASE("markers stay at their times while the plot scrolls", "[plots]") {
  PlotFixture f;
  add_plot_rows(*f.live, 300, 1000);
  f.stack.set_span(from_seconds(20));
  f.now(40.3);
  f.settle();
  const std::vector<double> before = markers_before(f, 40);
  REQUIRE(before.size() >= 3);
  f.now(40.9);
  f.settle();
  std::vector<double> after = markers_before(f, 40);
  REQUIRE(after.size() + 1 >= before.size());
  for (const double key : after) CHECK(std::ranges::count(before, key) == 1);
}

TEST_CASE("markers are drawn on their curve", "[plots]") {
  PlotFixture f;
  auto* target = dynamic_cast<MarkedGraph*>(f.canvas().graph(8));
  REQUIRE(target != nullptr);
  REQUIRE(target->marker_keys().size() > 3);
  const QColor color = target->pen().color();
  const int with = pixels_of(picture_of(f.canvas()), color);
  target->set_marker({}, {}, 0);
  f.canvas().replot();
  CHECK(with > pixels_of(picture_of(f.canvas()), color) + 20);
}

TEST_CASE("the legend marks curves of the right-hand axis", "[plots]") {
  PlotFixture f;
  CHECK(f.item("mismatch", "dataMismatch").accessibleName().contains("right-hand axis"));
  CHECK(f.item("mismatch", "dataMismatch").toolTip().contains("right-hand axis"));
  CHECK(f.item("mismatch", "rateMismatch").accessibleName() == f.item("mismatch", "rateMismatch").text());
}
