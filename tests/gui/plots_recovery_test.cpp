#include <catch2/catch.hpp>

#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

// What mends losses: rates of repair and retransmission, and marks.
namespace {

constexpr double repair_kbps = 160;
constexpr double again_kbps = 40;

/// In each row 200 and 50 bytes/ms; every 5 s a packet lost, one repaired 100 ms later, and a jump 200 ms later.
void add_recovery_rows(RunData& run, int from, int to) {
  for (int i = from; i < to; ++i) {
    Sample row = plot_row(i);
    row.repair_bytes_sent = i * repair_kbps * 100 / 8;
    row.retransmitted_bytes_sent = i * again_kbps * 100 / 8;
    row.protection_share = 0.08;
    row.headroom = 0.05;
    row.packets_lost = i / 50;
    row.packets_repaired = (i - 1) / 50;
    row.reference_jumps = (i - 2) / 50;
    run.store.add(row);
  }
}

const CurveSpec& spec_of(PlotFixture& f, std::string_view id, std::string_view column) {
  for (const CurveSpec& curve : f.plot(id).spec().curves)
    if (curve.column == column) return curve;
  throw std::runtime_error("no such curve");
}

QCPGraph* graph_of(PlotFixture& f, std::string_view id, std::string_view column) {
  int graph = 0;
  for (const CurveSpec& curve : f.plot(id).spec().curves) {
    if (curve.column == column) return f.canvas(id).graph(graph);
    if (curve.mark == CurveSpec::Mark::none) ++graph;
  }
  throw std::runtime_error("no such curve");
}

QString reading_of(LegendItem& item) {
  QFocusEvent focus(QEvent::FocusIn, Qt::TabFocusReason);
  QApplication::sendEvent(&item, &focus);
  return item.accessibleDescription();
}

std::size_t marks_of(PlotFixture& f, std::string_view id, CurveSpec::Mark mark) {
  const auto& counts = f.canvas(id).marks().counts();
  return static_cast<std::size_t>(std::ranges::count(counts, mark, &EventMarks::Count::mark));
}

struct RecoveryFixture : PlotFixture {
  RecoveryFixture() {
    add_recovery_rows(*live, 0, 300);
    stack.set_plot_shown("recovery", true);
    settle();
  }
};

QImage drawn(CurveSpec::Mark mark) {
  QImage image(24, 16, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  draw_legend_sample(painter, image.rect(), {QPen(Qt::black, 1)}, mark, light_theme());
  return image;
}

}  // namespace

TEST_CASE("repair and what is sent again are rates, as counters of bytes grow", "[plots]") {
  RecoveryFixture f;
  const auto check_rate = [&f](std::string_view column, double kbps) {
    const QCPGraph* graph = graph_of(f, "recovery", column);
    int known = 0;
    for (const QCPGraphData& point : *graph->data()) {
      if (std::isnan(point.value)) continue;
      ++known;
      CHECK(point.value == Approx(kbps));
    }
    CHECK(known >= 2);
  };
  for (const Duration span : {Duration(30s), Duration(3600s)}) {
    f.stack.set_span(span);
    f.settle();
    check_rate("evenkeelRepairBytesSent", repair_kbps);
    check_rate("retransmittedBytesSent", again_kbps);
  }
  CHECK(f.plot("recovery").legend().units() == "kbit/s | %");
}

TEST_CASE("the cursor reads the rate of repair and the share meant for it", "[plots]") {
  RecoveryFixture f;
  f.stack.set_paused(true);
  f.settle();
  f.mouse(QEvent::MouseMove, f.at(17.33));
  f.stack.refresh();
  CHECK(reading_of(f.item("recovery", "evenkeelRepairBytesSent")) == reading_text(repair_kbps));
  CHECK(reading_of(f.item("recovery", "retransmittedBytesSent")) == reading_text(again_kbps));
  CHECK(reading_of(f.item("recovery", "evenkeelProtectionShare")) == reading_text(8));
  CHECK(reading_of(f.item("recovery", "evenkeelHeadroom")) == reading_text(5));
}

TEST_CASE("lost and repaired packets are marks of the delay, key frames and jumps of the rate", "[plots]") {
  RecoveryFixture f;
  CHECK(marks_of(f, "delay", CurveSpec::Mark::loss) == 5);
  CHECK(marks_of(f, "delay", CurveSpec::Mark::repaired) == 5);
  CHECK(marks_of(f, "rate", CurveSpec::Mark::key_frame) == 5);
  CHECK(marks_of(f, "rate", CurveSpec::Mark::jump) == 5);
  CHECK(pixels_of(picture_of(f.canvas("delay")), light_theme().good, 60) > 5 * 8);
  f.item("delay", "evenkeelPacketsRepaired").click();
  f.item("rate", "evenkeelReferenceJumps").click();
  f.settle();
  CHECK(marks_of(f, "delay", CurveSpec::Mark::repaired) == 0);
  CHECK(marks_of(f, "delay", CurveSpec::Mark::loss) == 5);
  CHECK(marks_of(f, "rate", CurveSpec::Mark::jump) == 0);
  CHECK(marks_of(f, "rate", CurveSpec::Mark::key_frame) == 5);
}

TEST_CASE("marks differ without their colours", "[plots]") {
  using Mark = CurveSpec::Mark;
  const std::vector<Mark> marks{Mark::key_frame, Mark::loss, Mark::repaired, Mark::jump, Mark::mode, Mark::none};
  for (std::size_t i = 0; i < marks.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const QImage a = drawn(marks[i]);
      const QImage b = drawn(marks[j]);
      int different = 0;
      for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) different += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 100;
      CAPTURE(i, j);
      CHECK(different >= 8);
    }
  }
}

TEST_CASE("a run from before there was recovery has neither its marks nor their names", "[plots]") {
  PlotFixture f;
  CHECK_FALSE(f.stack.plot_shown("recovery"));
  f.stack.set_plot_shown("recovery", true);
  f.settle();
  for (const auto& [id, column] :
       std::vector<std::pair<const char*, const char*>>{{"delay", "evenkeelPacketsRepaired"},
                                                        {"rate", "evenkeelReferenceJumps"},
                                                        {"recovery", "evenkeelRepairBytesSent"},
                                                        {"recovery", "retransmittedBytesSent"},
                                                        {"recovery", "evenkeelProtectionShare"},
                                                        {"recovery", "evenkeelHeadroom"}}) {
    CAPTURE(column);
    CHECK_FALSE(f.item(id, column).isVisible());
    if (spec_of(f, id, column).mark == CurveSpec::Mark::none) CHECK(graph_of(f, id, column)->data()->isEmpty());
  }
  CHECK(f.item("recovery", "mediaBitrate").isVisible());
  CHECK(marks_of(f, "delay", CurveSpec::Mark::repaired) == 0);
  CHECK(marks_of(f, "rate", CurveSpec::Mark::jump) == 0);
}
