#include <catch2/catch.hpp>

#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

// What a picture takes in the stages of its way.
namespace {

struct Curve {
  const char* plot;
  const char* column;
  double value;  ///< in ms
};
const std::vector<Curve> stages{{"pacer", "evenkeelFrameWait", 3},
                                {"pacer", "evenkeelFrameSendTime", 28},
                                {"pictures", "evenkeelCaptureWait", 1.5}};

void add_stage_rows(RunData& run, int from, int to) {
  for (int i = from; i < to; ++i) {
    Sample row = plot_row(i);
    row.frame_wait_ms = 3;
    row.frame_send_time_ms = 28;
    row.capture_wait_ms = 1.5;
    run.store.add(row);
  }
}

}  // namespace

TEST_CASE("the stages of a picture's way are curves where the run has them, and otherwise not even names", "[plots]") {
  PlotFixture f;
  f.stack.set_plot_shown("pictures", true);
  f.settle();
  for (const Curve& curve : stages) {
    CAPTURE(curve.column);
    CHECK_FALSE(f.item(curve.plot, curve.column).isVisible());
  }
  CHECK(f.item("pacer", "pacerQueue").isVisible());
  add_stage_rows(*f.live, 0, 300);
  f.settle();
  f.stack.set_paused(true);
  f.settle();
  f.mouse(QEvent::MouseMove, f.at(17.33));
  f.stack.refresh();
  for (const Curve& curve : stages) {
    CAPTURE(curve.column);
    LegendItem& item = f.item(curve.plot, curve.column);
    CHECK(item.isVisible());
    QFocusEvent focus(QEvent::FocusIn, Qt::TabFocusReason);
    QApplication::sendEvent(&item, &focus);
    CHECK(item.accessibleDescription() == reading_text(curve.value));
  }
}
