#include <QClipboard>
#include <QHeaderView>
#include <QScrollBar>
#include <catch2/catch.hpp>

#include "gui/data/data_pane.h"
#include "gui/plots/column_drag.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

// What the plots show, as tables and distributions.
namespace {

struct DataFixture : PlotFixture {
  DataPane pane{stack};
  QStringList said;

  DataFixture() {
    pane.resize(800, 400);
    pane.show();
    QObject::connect(&pane, &DataPane::said, [this](const QString& sentence) { said << sentence; });
    QApplication::processEvents();
  }
  /// The text of a cell of the first row with this text in a column.
  static QString cell(TextTable& table, int by, const QString& key, int column) {
    const QAbstractItemModel& model = *table.view().model();
    for (int row = 0; row < model.rowCount(); ++row)
      if (model.index(row, by).data().toString() == key) return model.index(row, column).data().toString();
    return "no such row";
  }
  static void choose(TextTable& table, const QString& name, int column) {
    QAbstractItemModel& model = *table.view().model();
    for (int row = 0; row < model.rowCount(); ++row)
      if (model.index(row, 0).data().toString() == name) table.view().setCurrentIndex(model.index(row, column));
  }
};

constexpr int unit_cell = 2;  // of one flow

}  // namespace

TEST_CASE("all columns are listed with their present values, units and meanings", "[data]") {
  DataFixture f;
  TextTable& table = f.pane.values().table();
  f.pane.values().refresh();
  const auto row = f.live->store.last_row("a to b");
  CHECK(f.cell(table, 0, "sendBitrate", 1) == reading_text(*row->send_bitrate_bps / 1e6));
  CHECK(f.cell(table, 0, "sendBitrate", unit_cell) == "Mbit/s");
  CHECK(f.cell(table, 0, "oneWayDelayKind", 1) == "true");
  CHECK(f.cell(table, 0, "keyFramesEncoded", 1) == "5");
  CHECK(f.cell(table, 0, "keyFramesEncoded", 4) == "outbound-rtp");
  CHECK(f.cell(table, 0, "freezeCount", 1).isEmpty());
  CHECK(table.view().model()->rowCount() == static_cast<int>(columns().size()) - 2);
  add_plot_rows(*f.live, 300, 301, 2);
  f.pane.values().refresh();
  CHECK(f.cell(table, 0, "sendBitrate", 1) == reading_text(*plot_row(300, 2).send_bitrate_bps / 1e6));
}

TEST_CASE("the filter leaves columns by their names and their meanings", "[data]") {
  DataFixture f;
  TextTable& table = f.pane.values().table();
  table.filter().setText("KEY FRAMES");
  CHECK(f.cell(table, 0, "pliCount", 0) == "pliCount");
  CHECK(f.cell(table, 0, "keyFramesEncoded", 0) == "keyFramesEncoded");
  CHECK(table.view().model()->rowCount() < 5);
  table.filter().clear();
  CHECK(table.view().model()->rowCount() > 80);
}

TEST_CASE("where nothing matches the filter a sentence says so in the place of the rows", "[data]") {
  DataFixture f;
  TextTable& table = f.pane.values().table();
  f.pane.values().refresh();
  const auto& sentence = *table.view().viewport()->findChild<QLabel*>();
  CHECK_FALSE(sentence.isVisible());
  table.filter().setText("xyz");
  CHECK(sentence.isVisible());
  CHECK(sentence.text() == "No column contains “xyz”.");
  table.filter().setText("loss");
  CHECK_FALSE(sentence.isVisible());
}

TEST_CASE("the sentence of the filter follows the rows, also those that the filter leaves out", "[data]") {
  TextTableModel rows;
  rows.set_header({"What"}, 1, 0);
  TextTable table("Rows", rows);
  table.show();
  const auto& sentence = *table.view().viewport()->findChild<QLabel*>();
  table.filter().setText("xyz");
  const auto tells_with = [&](std::vector<TextTableModel::Row> shown) {
    rows.set_rows(std::move(shown));
    return sentence.isVisible();
  };
  CHECK_FALSE(sentence.isVisible());
  CHECK(tells_with({{{"abc"}, {}}}));
  CHECK_FALSE(tells_with({{{"abc"}, {}}, {{"xyz"}, {}}}));
  CHECK(tells_with({{{"abc"}, {}}}));
  CHECK_FALSE(tells_with({}));
}

TEST_CASE("Enter adds a column to the selected plot, Shift+Enter its growth", "[data]") {
  DataFixture f;
  TextTable& table = f.pane.values().table();
  f.stack.select_plot("delay");
  f.choose(table, "pacerQueue", 0);
  QTest::keyClick(&table.view(), Qt::Key_Return);
  CHECK(f.plot("delay").spec().curves.back().column == "pacerQueue");
  CHECK(f.plot("delay").spec().curves.back().flow == FlowName());
  f.choose(table, "packetsSent", 1);
  QTest::keyClick(&table.view(), Qt::Key_Return, Qt::ShiftModifier);
  CHECK(f.plot("delay").spec().curves.back().growth);
  CHECK(f.plot("delay").spec().curves.back().flow == FlowName("a to b"));
  f.choose(table, "pacerQueue", 0);
  QTest::keyClick(&table.view(), Qt::Key_Return, Qt::ShiftModifier);
  REQUIRE(f.said.size() == 3);
  CHECK(f.said[0] == "pacerQueue is on the plot Delay now");
  CHECK(f.said[2].contains("does not count"));
}

TEST_CASE("a drag of a cell is the column of its flow", "[data]") {
  DataFixture f;
  auto* model = f.pane.values().table().view().model();
  f.choose(f.pane.values().table(), "sendBitrate", 1);
  const QModelIndex at = f.pane.values().table().view().currentIndex();
  CHECK(model->flags(at).testFlag(Qt::ItemIsDragEnabled));
  const std::unique_ptr<QMimeData> data(model->mimeData({at}));
  REQUIRE(data);
  CHECK(dragged_column(*data) == ColumnChoice{.column = "sendBitrate", .flow = "a to b"});
  QMimeData other;
  other.setData(column_mime_type, "nonsense");
  CHECK_FALSE(dragged_column(other));
}

TEST_CASE("statistics are those of the visible rows, and are copied with their header", "[data]") {
  DataFixture f;
  f.stack.set_paused(true);
  f.stack.set_span(from_seconds(10));
  TextTable& table = f.pane.statistics().table();
  f.pane.statistics().refresh_now();
  std::vector<double> values;
  for (const Sample& row : f.live->store.rows_in("a to b", f.stack.visible_range()))
    values.push_back(*row.one_way_delay_ms);
  REQUIRE(values.size() > 90);
  const auto expected = statistics_of(values);
  CHECK(f.cell(table, 1, "round trip", 2) == "ms");
  const auto cell = [&](int column) { return f.cell(table, 1, "one way (true)", column); };
  CHECK(cell(3) == reading_text(expected->minimum));
  CHECK(cell(4) == reading_text(expected->mean));
  CHECK(cell(5) == reading_text(expected->p50));
  CHECK(cell(6) == reading_text(expected->p95));
  CHECK(cell(7) == reading_text(expected->maximum));
  CHECK(table.view().isColumnHidden(8));
  QTest::keyClick(&table.view(), Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(&table.view(), Qt::Key_C, Qt::ControlModifier);
  const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
  CHECK(lines.size() == table.view().model()->rowCount() + 1);
  CHECK(lines.first().startsWith("Plot\tCurve\tUnit\tMinimum"));
}

TEST_CASE("all statistics are in view beside a call: the curve's name gives way", "[data]") {
  DataFixture f;
  f.pane.setCurrentWidget(&f.pane.statistics());
  for (const int width : {640, 560, 900}) {
    f.pane.resize(width, 300);
    QApplication::processEvents();
    f.pane.statistics().refresh_now();
    QApplication::processEvents();
    QTableView& view = f.pane.statistics().table().view();
    CAPTURE(width);
    CHECK(view.horizontalHeader()->length() <= view.viewport()->width());
    CHECK(view.horizontalScrollBar()->maximum() == 0);
    for (int column = 3; column <= 7; ++column)
      CHECK(view.columnWidth(column) >= view.horizontalHeader()->sectionSizeHint(column));
    CHECK(view.columnWidth(1) >= 80);
  }
}

TEST_CASE("the last column has the width of its texts in a narrow pane, and the room in one that is wide again",
          "[data]") {
  DataFixture f;
  f.live->events = {{3s, RunEvent::Kind::note, {}, std::string(200, 'x')}};
  f.pane.values().refresh();
  f.pane.events().refresh();
  for (const auto& [page, table, last] :
       {std::tuple<QWidget*, TextTable*, int>{&f.pane.events(), &f.pane.events().table(), 3},
        {&f.pane.values(), &f.pane.values().table(), f.pane.values().table().view().model()->columnCount() - 1}}) {
    f.pane.setCurrentWidget(page);
    QTableView& view = table->view();
    const auto resize = [&](int width) {
      f.pane.resize(width, 300);
      QApplication::processEvents();
    };
    resize(300);
    table->fit_columns();
    const int of_texts = view.columnWidth(last);
    CHECK(view.horizontalHeader()->length() > view.viewport()->width());
    resize(1800);
    CHECK(view.horizontalHeader()->length() == view.viewport()->width());
    CHECK(view.columnWidth(last) > of_texts);
    resize(300);
    CHECK(view.columnWidth(last) == of_texts);
  }
}

TEST_CASE("statistics tell the values at two cursors and their difference", "[data]") {
  DataFixture f;
  f.stack.set_cursor_at(10s);
  f.stack.set_cursor_at(11s);
  f.pane.statistics().refresh_now();
  TextTable& table = f.pane.statistics().table();
  const double first = *f.live->store.row_at("a to b", 10s)->round_trip_time_ms;
  const double second = *f.live->store.row_at("a to b", 11s)->round_trip_time_ms;
  CHECK_FALSE(table.view().isColumnHidden(8));
  CHECK(f.cell(table, 1, "round trip", 8) == reading_text(first));
  CHECK(f.cell(table, 1, "round trip", 9) == reading_text(second));
  CHECK(f.cell(table, 1, "round trip", 10) == difference_text(second - first));
}

TEST_CASE("statistics that are being read end when the runs go", "[data]") {
  DataFixture f;
  f.pane.setCurrentWidget(&f.pane.statistics());
  f.pane.statistics().refresh();
  f.stack.set_runs({});
  f.live.reset();
  for (int i = 0; i < 50; ++i) QApplication::processEvents();
  f.pane.statistics().refresh_now();
  CHECK(f.pane.statistics().table().view().model()->rowCount() == 0);
}

TEST_CASE("a distribution is drawn of each run, as a histogram and as a CDF", "[data]") {
  DataFixture f;
  const auto other = plot_run("other", 300, 1.5);
  f.stack.set_runs({f.live.get(), other.get()});
  f.settle();
  f.stack.show_all();
  f.pane.setCurrentWidget(&f.pane.distribution());
  DistributionView& view = f.pane.distribution();
  view.refresh();
  view.curve().setCurrentIndex(view.curve().findText("Delay: round trip"));
  REQUIRE(view.curve().currentIndex() >= 0);
  view.refresh();
  REQUIRE(view.plot().graphCount() == 2);
  double sum = 0;
  for (const QCPGraphData& point : *view.plot().graph(0)->data()) sum += point.value;
  CHECK(sum == Approx(100));
  CHECK(view.plot().xAxis->label() == "Delay: round trip [ms]");
  CHECK(view.plot().graph(0)->pen().style() != view.plot().graph(1)->pen().style());
  view.form().setCurrentIndex(1);
  view.refresh();
  REQUIRE(view.plot().graphCount() == 2);
  auto& cdf = *view.plot().graph(1)->data();
  CHECK((cdf.end() - 1)->value == Approx(100));
  CHECK((cdf.end() - 1)->key == Approx(120 * 1.5 * 1.6));
}

TEST_CASE("of a constant one bar is drawn, around its value, which is shown", "[data]") {
  DataFixture f;
  f.pane.setCurrentWidget(&f.pane.distribution());
  DistributionView& view = f.pane.distribution();
  view.refresh();
  view.curve().setCurrentIndex(view.curve().findText("Delay: propagation"));
  REQUIRE(view.curve().currentIndex() >= 0);
  view.refresh();
  CHECK(view.plot().xAxis->label() == "Delay: propagation [ms]: always 50");
  std::vector<QCPGraphData> bar;
  for (const QCPGraphData& point : *view.plot().graph(0)->data())
    if (point.value > 0) bar.push_back(point);
  REQUIRE(bar.size() == 1);
  CHECK(bar[0].value == Approx(100));
  CHECK(view.plot().xAxis->range().center() == Approx(50));
  view.form().setCurrentIndex(1);
  view.refresh();
  CHECK(view.plot().xAxis->range().size() > 0.5);
}

TEST_CASE("events are listed in the order of time, and Enter moves the plots to one", "[data]") {
  DataFixture f;
  f.live->events = {{3s, RunEvent::Kind::link, {}, "capacity 1Mbps"}, {21s, RunEvent::Kind::note, {}, "here"}};
  f.pane.setCurrentWidget(&f.pane.events());
  f.pane.events().refresh();
  TextTable& table = f.pane.events().table();
  CHECK(f.cell(table, 3, "here", 0) == "0:21.0");
  CHECK(f.cell(table, 3, "here", 1) == "marker");
  f.live->events.push_back({25s, RunEvent::Kind::problem, {}, "disk full"});
  f.pane.events().refresh();
  CHECK(table.view().model()->rowCount() == 3);
  f.stack.set_span(from_seconds(4));
  table.view().setCurrentIndex(table.view().model()->index(1, 0));
  QTest::keyClick(&table.view(), Qt::Key_Return);
  CHECK((f.from_s() + f.to_s()) / 2 == Approx(21));
}

TEST_CASE("whatever of the data takes the focus has a name and says what it does", "[data]") {
  DataFixture f;
  CHECK(reachable_controls(f.pane).size() > 6);
  CHECK(unnamed_controls(f.pane) == std::vector<std::string>{});
  CHECK(controls_without_tool_tip(f.pane) == std::vector<std::string>{});
}

TEST_CASE("nothing is read while the data are hidden", "[data]") {
  DataFixture f;
  f.pane.hide();
  add_plot_rows(*f.live, 300, 301, 2);
  QTest::qWait(450);
  CHECK(f.cell(f.pane.values().table(), 0, "sendBitrate", 1) != reading_text(*plot_row(300, 2).send_bitrate_bps / 1e6));
  f.pane.show();
  CHECK(f.cell(f.pane.values().table(), 0, "sendBitrate", 1) == reading_text(*plot_row(300, 2).send_bitrate_bps / 1e6));
}
