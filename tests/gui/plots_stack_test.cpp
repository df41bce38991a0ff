#include <QLayout>
#include <QScrollBar>
#include <QSignalSpy>
#include <catch2/catch.hpp>

#include "gui/plots/run_row.h"
#include "gui/plots/time_axis_strip.h"
#include "gui/theme/vertical_scroll_area.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

QColor color_of(PlotFixture& f, std::string_view id, std::size_t curve) { return f.plot(id).curve_color(curve, 0); }

// Of the curves of the plot "rate".
constexpr std::size_t sent = 7;

/// The accessible description of an item is its readings, as the focus finds them.
QString reading_of(LegendItem& item) {
  QFocusEvent focus(QEvent::FocusIn, Qt::TabFocusReason);
  QApplication::sendEvent(&item, &focus);
  return item.accessibleDescription();
}

}  // namespace

TEST_CASE("no run, one, several and too many can be shown", "[plots]") {
  PlotFixture f;
  std::vector<std::unique_ptr<RunData>> runs;
  for (int i = 0; i < 8; ++i) runs.push_back(plot_run("run " + std::to_string(i), 100, 1 + 0.3 * i));
  for (const std::size_t count : {0U, 1U, 3U, 8U, 0U}) {
    std::vector<const RunData*> some;
    for (std::size_t i = 0; i < count; ++i) some.push_back(runs[i].get());
    f.stack.set_runs(some);
    f.settle();
    CAPTURE(count);
    const std::size_t drawn = std::min(count, max_runs);
    CHECK(f.plot("rate").runs() == drawn);
    const auto names = f.stack.findChild<RunRow*>()->findChildren<LegendItem*>().size();
    CHECK(static_cast<std::size_t>(names) == (count > 1 ? drawn : 0));
    CHECK(f.stack.findChild<RunRow*>()->isVisible() == (count > 1));
    CHECK((pixels_of(picture_of(f.canvas()), run_color(0, light_theme())) > 15) == (count > 0));
    CHECK_FALSE(picture_of(f.stack).isNull());
  }
}

TEST_CASE("rates are fetched in Mbit/s, and every row of a short range is a point", "[plots]") {
  PlotFixture f;
  const QCPGraph* graph = f.canvas().graph(static_cast<int>(sent));
  REQUIRE(graph->data()->size() > 250);
  for (const QCPGraphData& point : *graph->data()) {
    const auto row = f.live->store.row_at("a to b", from_seconds(point.key + 1e-6));
    REQUIRE(row);
    CHECK(point.value == Approx(*row->send_bitrate_bps / 1e6));
  }
  CHECK(f.plot("rate").legend().units() == "Mbit/s");
  CHECK(f.plot("mismatch").legend().units() == "kbit/s | bytes");
}

TEST_CASE("a live run that grows scrolls, in the colours of the theme", "[plots]") {
  PlotFixture f;
  CHECK(f.to_s() == Approx(30).margin(0.2));
  add_plot_rows(*f.live, 300, 400);
  f.now(40);
  f.settle();
  CHECK(f.to_s() == Approx(40).margin(0.2));
  CHECK(f.canvas()
            .graph(static_cast<int>(sent))
            ->data()
            ->at(f.canvas().graph(static_cast<int>(sent))->dataCount() - 1)
            ->key == Approx(39.9));
  const QImage rate = picture_of(f.canvas("rate"));
  const QImage pacer = picture_of(f.canvas("pacer"));
  CHECK(pixels_of(rate, light_theme().curves[0]) > 100);
  CHECK(pixels_of(rate, light_theme().curves[1]) > 100);
  CHECK(pixels_of(pacer, light_theme().curves[2]) > 100);
  CHECK(pixels_of(pacer, light_theme().curves[1]) == 0);
}

TEST_CASE("a curve is hidden and shown again by its legend, with the keyboard", "[plots]") {
  PlotFixture f;
  QSignalSpy changed(&f.stack, &PlotStack::curve_visibility_changed);
  const QColor color = color_of(f, "rate", sent);
  f.settle();
  const int before = pixels_of(picture_of(f.canvas()), color);
  REQUIRE(before > 100);
  LegendItem& item = f.item("rate", "sendBitrate");
  QTest::keyClick(&item, Qt::Key_Space);
  f.settle();
  CHECK(pixels_of(picture_of(f.canvas()), color) < before / 20);
  CHECK_FALSE(f.stack.curve_shown("sendBitrate"));
  CHECK(f.stack.hidden_curves() == QStringList{"sendBitrate"});
  QTest::keyClick(&item, Qt::Key_Space);
  f.settle();
  CHECK(pixels_of(picture_of(f.canvas()), color) == before);
  CHECK(changed.count() == 2);
}

TEST_CASE("hidden curves are set by name, and unknown names are left out", "[plots]") {
  PlotFixture f;
  f.stack.set_hidden_curves({"linkQueue", "nonsense"});
  CHECK(f.stack.hidden_curves() == QStringList{"linkQueue"});
  CHECK_FALSE(f.item("queue", "linkQueue").isChecked());
  f.stack.set_hidden_curves({});
  CHECK(f.item("queue", "linkQueue").isChecked());
}

TEST_CASE("the cursor reads every curve", "[plots]") {
  PlotFixture f;
  f.stack.set_paused(true);
  f.settle();
  QSignalSpy moved(&f.stack, &PlotStack::cursor_moved);
  f.mouse(QEvent::MouseMove, f.at(17.33));
  REQUIRE(moved.count() == 1);
  const double time_s = moved[0][0].toDouble();
  CHECK(time_s == Approx(17.33).margin(0.1));
  f.stack.refresh();
  const auto row = f.live->store.row_at("a to b", from_seconds(time_s));
  REQUIRE(row);
  for (const std::string_view id : {"rate", "delay", "queue", "mismatch", "pacer"}) {
    for (const CurveSpec& curve : f.plot(id).spec().curves) {
      if (curve.mark != CurveSpec::Mark::none) continue;
      const std::optional<double> value = *row.*find_column(curve.column)->member;
      CAPTURE(std::string(curve.column));
      CHECK(reading_of(f.item(id, curve.column)) ==
            (value ? reading_text(*value * curve.scale) : QString(QChar(0x2013))));
    }
  }
}

TEST_CASE("the cursor is a line with dots, and goes when the mouse leaves", "[plots]") {
  PlotFixture f;
  f.stack.set_paused(true);
  f.settle();
  const QImage before = picture_of(f.canvas("delay"));
  f.mouse(QEvent::MouseMove, f.at(17.33));
  const QImage with = picture_of(f.canvas("delay"));
  const int x = static_cast<int>(f.at(17.33).x() * with.devicePixelRatio());
  const QImage column = with.copy(x - 2, 0, 5, with.height());
  CHECK(pixels_of(column, light_theme().cursor) > with.height() / 2);
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(&f.canvas(), &leave);
  CHECK(picture_of(f.canvas("delay")) == before);
}

TEST_CASE("moving the cursor redraws no plot, and values change at most five times a second", "[plots]") {
  PlotFixture f;
  f.stack.set_paused(true);
  f.settle();
  const auto redraws = f.stack.redraws();
  const QString before = reading_of(f.item("rate", "sendBitrate"));
  for (double time_s = 5; time_s < 25; time_s += 0.1) f.mouse(QEvent::MouseMove, f.at(time_s));
  CHECK(f.stack.redraws() == redraws);
  CHECK(reading_of(f.item("rate", "sendBitrate")) == before);
  f.mouse(QEvent::MouseMove, f.at(12.03));
  const auto row = f.live->store.row_at("a to b", from_seconds(12.03));
  const QString expected = reading_text(*row->send_bitrate_bps / 1e6);
  CHECK(QTest::qWaitFor([&] { return reading_of(f.item("rate", "sendBitrate")) == expected; }, 2000));
}

TEST_CASE("a pause keeps the range while rows come", "[plots]") {
  PlotFixture f;
  QSignalSpy following(&f.stack, &PlotStack::following_changed);
  f.stack.set_paused(true);
  CHECK(following.count() == 1);
  const double from_s = f.from_s();
  add_plot_rows(*f.live, 300, 600);
  f.now(60);
  f.settle();
  CHECK(f.from_s() == from_s);
  f.stack.set_paused(false);
  CHECK(f.to_s() == Approx(60).margin(0.2));
}

TEST_CASE("a turn of the event loop draws at most one plot", "[plots]") {
  PlotFixture f;
  add_plot_rows(*f.live, 300, 350);
  f.now(35);
  const auto start = f.stack.redraws();
  auto before = start;
  QElapsedTimer patience;
  patience.start();
  while (f.stack.redraws() < start + 5 && patience.elapsed() < 5000) {
    QApplication::processEvents();
    CHECK(f.stack.redraws() <= before + 1);
    before = f.stack.redraws();
  }
  CHECK(f.stack.redraws() == start + 5);
}

TEST_CASE("a change of size draws the plots in their turns too, and they come to fill it", "[plots]") {
  PlotFixture f;
  const auto replots = [&f] {
    int pending = 0;
    for (const std::string_view id : {"rate", "delay", "queue", "mismatch", "pacer"})
      if (f.canvas(id).viewport() != f.canvas(id).rect()) ++pending;
    return pending;
  };
  CHECK(replots() == 0);
  f.stack.resize(1100, 700);
  QApplication::sendPostedEvents();
  CHECK(replots() == 5);
  QApplication::processEvents();
  CHECK(replots() >= 4);
  CHECK(QTest::qWaitFor([&] { return replots() == 0; }, 5000));
}

TEST_CASE("the time axis is in sight whichever plots are scrolled to", "[plots]") {
  PlotFixture f({640, 320});
  auto* strip = dynamic_cast<TimeAxisStrip*>(f.stack.layout()->itemAt(2)->widget());
  auto* bar = f.stack.findChild<VerticalScrollArea*>()->verticalScrollBar();
  REQUIRE(strip != nullptr);
  const auto has_labels = [&] {
    const QImage image = strip->grab().toImage();
    const QImage empty = [&] {
      QImage one = image;
      one.fill(image.pixelColor(0, 0));
      return one;
    }();
    return image != empty;
  };
  REQUIRE(bar->maximum() > strip->height());
  CHECK(strip->isVisible());
  CHECK(has_labels());
  bar->setValue(bar->maximum() / 2);
  f.settle();
  CHECK(has_labels());
  bar->setValue(bar->maximum());  // the lowest plot has its own
  f.settle();
  CHECK_FALSE(has_labels());
  f.stack.resize(640, 1000);
  f.settle();
  CHECK(strip->isHidden());
}

TEST_CASE("plots change their colours with the palette", "[plots]") {
  PlotFixture f;
  f.stack.setPalette(dark_palette());
  f.settle();
  const QImage picture = picture_of(f.canvas());
  CHECK(picture.pixelColor(f.canvas().axisRect()->left() + 2, 2) == dark_theme().plot_background);
  CHECK(pixels_of(picture, dark_theme().curves[0]) > 100);
  CHECK(pixels_of(picture, light_theme().curves[0], 6) == 0);
}

TEST_CASE("markers tell what happened", "[plots]") {
  PlotFixture f;
  f.live->events = {{from_seconds(10), RunEvent::Kind::parameter, "a to b", "ldcc.T_r = 80ms"},
                    {from_seconds(10.02), RunEvent::Kind::link, {}, "capacity 2Mbps"},
                    {from_seconds(12), RunEvent::Kind::note, "b to a", "of another flow"}};
  f.settle();
  const QString text = f.canvas().marks().text_near(f.at(10).x());
  CHECK(text.contains("0:10.0  ldcc.T_r = 80 ms"));
  CHECK(text.contains("capacity 2 Mbit/s"));
  CHECK(f.canvas().marks().text_near(f.at(12).x()).isEmpty());
  CHECK(f.canvas().marks().text_near(f.at(20).x()).isEmpty());
}

TEST_CASE("whatever takes the focus in the plots has a name and says what it does", "[plots]") {
  PlotFixture f;
  const auto other = plot_run("other", 100);
  f.stack.set_runs({f.live.get(), other.get()});
  for (const QString& id : PlotStack::plot_ids()) f.stack.set_plot_shown(id, true);
  f.settle();
  CHECK(reachable_controls(f.stack).size() > 8);
  const auto curves = f.stack.findChildren<LegendItem*>();  // one of a legend by Tab, the others by arrows
  CHECK(curves.size() > 25);
  for (const LegendItem* curve : curves) {
    CHECK_FALSE(curve->accessibleName().isEmpty());
    CHECK_FALSE(curve->toolTip().isEmpty());
  }
  CHECK(unnamed_controls(f.stack) == std::vector<std::string>{});
  CHECK(controls_without_tool_tip(f.stack) == std::vector<std::string>{});
  CHECK_FALSE(f.stack.accessibleName().isEmpty());
}
