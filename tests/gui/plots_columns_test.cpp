#include <QDropEvent>
#include <QSignalSpy>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "gui/plots/column_drag.h"
#include "gui/plots/column_info.h"
#include "gui/plots/run_row.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

// Columns that the user puts onto plots, and runs that are moved over each other.
namespace {

std::size_t index_of(PlotFixture& f, std::string_view id, std::string_view column) {
  const auto& curves = f.plot(id).spec().curves;
  const auto found = std::ranges::find_if(curves, [&](const CurveSpec& c) { return c.added && c.column == column; });
  if (found == curves.end()) throw std::runtime_error("no added curve");
  return static_cast<std::size_t>(found - curves.begin());
}

const CurveSpec& added(PlotFixture& f, std::string_view id, std::string_view column) {
  return f.plot(id).spec().curves[index_of(f, id, column)];
}

void drop(TimePlot& plot, const ColumnChoice& choice) {
  const std::unique_ptr<QMimeData> data(drag_of(choice));
  QDragEnterEvent enter({10, 10}, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&plot, &enter);
  CHECK(enter.isAccepted());
  QDropEvent event({10, 10}, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&plot, &event);
}

}  // namespace

TEST_CASE("every column that can be drawn is described, and has a unit where it measures something", "[plots]") {
  for (const Column& column : columns()) {
    if (column.member == nullptr) continue;
    CAPTURE(std::string(column.name));
    const ColumnInfo info = column_info(column);
    CHECK(info.description != text_of(column.name));
    CHECK(info.scale > 0);
    if (!column.unit.empty()) CHECK_FALSE(info.unit.empty());
    if (column.kind == ColumnKind::counter) CHECK_FALSE(growth_info(column).unit.empty());
    if (column.name.starts_with("evenkeel") && !info.w3c.isEmpty()) CHECK(info.description.contains("W3C"));
  }
}

TEST_CASE("units are converted where they measure the same", "[plots]") {
  CHECK(*unit_factor("Mbit/s", "kbit/s") == Approx(1000));
  CHECK(*unit_factor("s", "ms") == Approx(1000));
  CHECK(*unit_factor("%", "%") == 1);
  CHECK_FALSE(unit_factor("ms", "bytes"));
  CHECK_FALSE(unit_factor("packets", "frames"));
}

TEST_CASE("a column that is dropped on a plot is drawn there in the unit of its axis", "[plots]") {
  PlotFixture f;
  QSignalSpy changed(&f.stack, &PlotStack::curves_changed);
  drop(f.plot("rate"), {.column = "rateMismatch"});
  f.settle();
  CHECK(changed.count() >= 1);
  const CurveSpec& curve = added(f, "rate", "rateMismatch");
  CHECK_FALSE(curve.right);
  CHECK(curve.scale == Approx(1e-6));              // kbit/s elsewhere
  REQUIRE(f.canvas().graph()->dataCount() > 250);  // the last one
  for (const QCPGraphData& point : *f.canvas().graph()->data()) CHECK(std::abs(point.value) <= 0.0401);
  CHECK(f.plot("rate").legend().item(index_of(f, "rate", "rateMismatch")).text() == "rateMismatch");
}

TEST_CASE("a column of another unit has the right-hand axis, and several units share it", "[plots]") {
  PlotFixture f;
  CHECK(f.stack.add_curve("rate", {.column = "oneWayDelay"}));
  CHECK(added(f, "rate", "oneWayDelay").right);
  CHECK(f.plot("rate").legend().units() == "Mbit/s | ms");
  CHECK(f.stack.add_curve("mismatch", {.column = "pacerQueue"}));
  CHECK(f.plot("mismatch").legend().units() == "kbit/s | bytes, ms");
  CHECK_FALSE(f.stack.add_curve("rate", {.column = "oneWayDelay"}));
  CHECK_FALSE(f.stack.add_curve("rate", {.column = "time"}));
  CHECK_FALSE(f.stack.add_curve("rate", {.column = "sendBitrate", .growth = true}));
  CHECK_FALSE(f.stack.add_curve("nothing", {.column = "sendBitrate"}));
}

TEST_CASE("an own plot takes the unit of its first column", "[plots]") {
  PlotFixture f;
  CHECK_FALSE(f.stack.plot_shown("own-1"));
  CHECK(f.stack.add_curve("own-1", {.column = "packetsSent", .growth = true}));
  CHECK(f.stack.plot_shown("own-1"));
  CHECK(f.plot("own-1").legend().units() == "packets/s");
  CHECK(f.plot("own-1").legend().item(0).text() == "packetsSent per s");
  CHECK(f.stack.selected_plot() == "own-1");
}

TEST_CASE("a column of a flow is drawn whichever flow is chosen", "[plots]") {
  PlotFixture f;
  for (int i = 0; i < 300; ++i) {
    Sample row = plot_row(i);
    row.flow = "b to a";
    row.send_bitrate_bps = 3e6;
    f.live->store.add(row);
  }
  f.stack.add_curve("rate", {.column = "sendBitrate", .flow = "b to a"});
  f.settle();
  const std::size_t curve = index_of(f, "rate", "sendBitrate");
  CHECK(f.plot("rate").legend().item(curve).text() == "sendBitrate of b to a");
  REQUIRE(f.plot("rate").source(0, curve).value_at(from_seconds(20)));
  CHECK(*f.plot("rate").source(0, curve).value_at(from_seconds(20)) == Approx(3));
  f.stack.set_flow("b to a");
  f.stack.set_flow("a to b");
  CHECK(f.plot("rate").source(0, curve).flow == FlowName("b to a"));
}

TEST_CASE("an added curve is removed by Delete, and a fixed one is not", "[plots]") {
  PlotFixture f;
  f.stack.add_curve("queue", {.column = "pacerQueue"});
  f.settle();
  const std::size_t count = f.plot("queue").spec().curves.size();
  QTest::keyClick(&f.plot("queue").legend().item(0), Qt::Key_Delete);
  CHECK(f.plot("queue").spec().curves.size() == count);
  QTest::keyClick(&f.plot("queue").legend().item(count - 1), Qt::Key_Delete);
  f.settle();
  CHECK(f.plot("queue").spec().curves.size() == count - 1);
  CHECK(f.plot("queue").legend().units() == "ms");
  CHECK_FALSE(picture_of(f.stack).isNull());
}

TEST_CASE("a layout has the added and the hidden curves, and the default one has none", "[plots]") {
  PlotFixture f;
  f.stack.add_curve("rate", {.column = "oneWayDelay", .flow = "b to a"});
  f.stack.add_curve("own-2", {.column = "packetsSent", .growth = true});
  f.stack.set_curve_shown("targetBitrate", false);
  const QByteArray state = f.stack.layout_state();
  PlotFixture other;
  other.stack.add_curve("delay", {.column = "pacerQueue"});
  CHECK(other.stack.restore_layout(state));
  CHECK(other.stack.layout_state().split(' ').size() == state.split(' ').size());
  CHECK(added(other, "rate", "oneWayDelay").flow == FlowName("b to a"));
  CHECK(added(other, "own-2", "packetsSent").growth);
  CHECK_FALSE(other.stack.curve_shown("targetBitrate"));
  CHECK_THROWS(added(other, "delay", "pacerQueue"));
  other.stack.restore_default_layout();
  CHECK(other.stack.curve_shown("targetBitrate"));
  CHECK_FALSE(other.stack.plot_shown("own-2"));
  CHECK_FALSE(other.stack.layout_state().contains('+'));
}

TEST_CASE("Up and Down choose the plot that columns are added to, and it is marked", "[plots]") {
  PlotFixture f;
  CHECK(f.stack.selected_plot() == "rate");
  f.stack.set_selection_shown(true);
  CHECK(f.plot("rate").legend().selected());
  f.press(Qt::Key_Down);
  CHECK(f.stack.selected_plot() == "delay");
  CHECK(f.plot("delay").legend().selected());
  CHECK_FALSE(f.plot("rate").legend().selected());
  f.press(Qt::Key_Up);
  f.press(Qt::Key_Up);
  CHECK(f.stack.selected_plot() == "rate");
  f.mouse(QEvent::MouseButtonPress, f.at(3), Qt::LeftButton, Qt::LeftButton);
  CHECK(f.stack.selected_plot() == "rate");
}

TEST_CASE("what is shown is listed curve by curve and run by run, hidden ones left out", "[plots]") {
  PlotFixture f;
  const auto other = plot_run("other", 200);
  f.stack.set_runs({f.live.get(), other.get()});
  f.settle();
  const auto count_of = [&](const QString& name) {
    const auto curves = f.stack.shown_curves();
    return std::ranges::count(curves, name, &ShownCurve::name);
  };
  CHECK(count_of("sent") == 2);
  f.stack.set_curve_shown("sendBitrate", false);
  CHECK(count_of("sent") == 0);
  for (const ShownCurve& curve : f.stack.shown_curves()) {
    if (curve.name == "target" && curve.plot == "Rate") CHECK(curve.unit == "Mbit/s");
  }
}

TEST_CASE("runs are aligned on an event of choice, curves, events and readings with them", "[plots]") {
  PlotFixture f;
  const auto other = plot_run("other", 300);
  f.live->events = {{5s, RunEvent::Kind::link, {}, "capacity 1Mbps"}};
  other->events = {{12s, RunEvent::Kind::link, {}, "capacity 2Mbps"}};
  f.stack.set_runs({f.live.get(), other.get()});
  f.settle();
  auto& choice = *f.stack.findChild<RunRow*>()->findChild<QComboBox*>();
  const int link = choice.findText("first change of the link");
  REQUIRE(link > 0);
  choice.setCurrentIndex(link);
  Q_EMIT choice.activated(link);
  f.settle();
  CHECK(f.stack.offset(0) == Duration(0s));
  CHECK(f.stack.offset(1) == Duration(-7s));
  CHECK(f.from_s() == Approx(-7));
  const auto curves = f.plot("rate").spec().curves.size();
  int graph = 0;
  for (std::size_t i = 0; i < curves; ++i) graph += f.plot("rate").spec().curves[i].mark == CurveSpec::Mark::none;
  CHECK(f.canvas().graph(graph)->data()->begin()->key == Approx(-7));  // the first of the second run
  const CurveSource source = f.plot("rate").source(1, 7);
  CHECK(*source.value_at(from_seconds(3)) == Approx(*other->store.row_at("a to b", 10s)->send_bitrate_bps / 1e6));
  f.stack.set_runs({f.live.get()});
  CHECK(f.stack.anchor() == RunAnchor{});
}
