#include <catch2/catch.hpp>

#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

// What a controller says of itself: DARC does, LDCC does not.
namespace {

struct Curve {
  const char* plot;
  const char* column;
  double value;  ///< the first one, in the unit of the axis
};
const std::vector<Curve> curves_of_darc{
    {"rate", "capacityEstimate", 2.4}, {"queue", "targetQueue", 8.8}, {"queue", "predictedQueue", 5.5}};

/// Low delay, but competition from 10 to 20 s.
void add_darc_rows(RunData& run, int from, int to) {
  for (int i = from; i < to; ++i) {
    Sample row = plot_row(i);
    const double wave = 1 + 0.1 * (i % 7);
    row.capacity_estimate_bps = 2.4e6 * wave;
    row.target_queue_ms = 8.8 * wave;
    row.predicted_queue_ms = 5.5 * wave;
    row.controller_mode = i >= 100 && i < 200 ? ControllerMode::competition : ControllerMode::low_delay;
    run.store.add(row);
  }
}

QCPGraph* graph_of(PlotFixture& f, std::string_view id, std::string_view column) {
  int graph = 0;
  for (const CurveSpec& curve : f.plot(id).spec().curves) {
    if (curve.column == column) return f.canvas(id).graph(graph);
    if (curve.mark == CurveSpec::Mark::none) ++graph;
  }
  return nullptr;
}

QString reading_of(LegendItem& item) {
  QFocusEvent focus(QEvent::FocusIn, Qt::TabFocusReason);
  QApplication::sendEvent(&item, &focus);
  return item.accessibleDescription();
}

}  // namespace

TEST_CASE("the capacity estimate and both queues are curves with DARC, and not even names with LDCC", "[plots]") {
  PlotFixture f;
  for (const Curve& curve : curves_of_darc) {
    CAPTURE(curve.column);
    CHECK_FALSE(f.item(curve.plot, curve.column).isVisible());
    CHECK(graph_of(f, curve.plot, curve.column)->data()->isEmpty());
  }
  CHECK_FALSE(f.item("queue", "controllerMode").isVisible());
  CHECK(f.item("queue", "queueingDelay").isVisible());
  CHECK(pixels_of(picture_of(f.canvas("rate")), light_theme().curves[4]) == 0);
  add_darc_rows(*f.live, 0, 300);
  f.settle();
  for (const Curve& curve : curves_of_darc) {
    CAPTURE(curve.column);
    CHECK(f.item(curve.plot, curve.column).isVisible());
    const QCPGraph* graph = graph_of(f, curve.plot, curve.column);
    REQUIRE(graph->data()->size() >= 2);
    CHECK(graph->data()->constBegin()->value == Approx(curve.value));
  }
  const QImage queue = picture_of(f.canvas("queue"));
  for (const std::size_t color : {0U, 1U, 2U}) CHECK(pixels_of(queue, light_theme().curves[color]) > 50);
  CHECK(pixels_of(picture_of(f.canvas("rate")), light_theme().curves[4]) > 50);
}

TEST_CASE("the mode is a band above the queue, and a word in its legend", "[plots]") {
  PlotFixture f;
  CHECK(f.canvas("queue").marks().bands().empty());
  add_darc_rows(*f.live, 0, 300);
  f.stack.set_paused(true);
  f.settle();
  const auto& bands = f.canvas("queue").marks().bands();
  REQUIRE(bands.size() == 3);
  CHECK(bands[1].from_s == Approx(10));
  CHECK(bands[1].to_s == Approx(20));
  CHECK(bands[1].mode == ControllerMode::competition);
  CHECK(bands[0].mode == ControllerMode::low_delay);
  CHECK(f.canvas("rate").marks().bands().empty());
  CHECK(pixels_of(picture_of(f.canvas("queue")), light_theme().warning, 2) > 500);
  LegendItem& item = f.item("queue", "controllerMode");
  CHECK(item.isVisible());
  f.mouse(QEvent::MouseMove, f.at(15));
  f.settle();
  CHECK(reading_of(item) == "competition");
  f.mouse(QEvent::MouseMove, f.at(25));
  f.settle();
  CHECK(reading_of(item) == "low delay");
  item.click();
  f.settle();
  CHECK(f.canvas("queue").marks().bands().empty());
}

TEST_CASE("of two runs each has a band of its own, and the arrow keys pass over names that are not there", "[plots]") {
  PlotFixture f;
  const auto other = plot_run("other", 100);
  f.stack.set_runs({f.live.get(), other.get()});
  f.settle();
  f.item("queue", "queueingDelay").setFocus();
  QTest::keyClick(&f.item("queue", "queueingDelay"), Qt::Key_Right);
  CHECK(f.item("queue", "linkQueue").focusPolicy() == Qt::TabFocus);  // over target and predicted
  add_darc_rows(*f.live, 0, 100);
  add_darc_rows(*other, 0, 100);
  f.settle();
  const auto& bands = f.canvas("queue").marks().bands();
  REQUIRE(bands.size() == 2);
  CHECK(bands[0].row != bands[1].row);
}

TEST_CASE("a short peak does not flatten the queue that is kept, a long one is shown in full", "[plots]") {
  PlotFixture f;
  const auto add_peak = [&f](int from, int to) {
    for (int i = from; i < to; ++i) {
      Sample row = plot_row(i);
      row.queueing_delay_ms = 400;
      f.live->store.add(row);
    }
    f.stack.set_paused(true);
    f.settle();
  };
  add_peak(100, 110);
  CHECK(f.canvas("queue").yAxis->range().upper < 60);
  CHECK(f.canvas("queue").yAxis->range().upper > 16);
  CHECK(graph_of(f, "queue", "queueingDelay")->data()->at(100)->value == 400);  // drawn all the same
  add_peak(110, 150);
  CHECK(f.canvas("queue").yAxis->range().upper > 400);
}
