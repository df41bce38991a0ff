#pragma once

#include <QApplication>
#include <QImage>
#include <QTest>
#include <memory>

#include "gui/plots/curve_style.h"
#include "gui/plots/plot_stack.h"
#include "gui/plots/time_plot.h"
#include "gui/theme/theme.h"

namespace evenkeel::test {

/// A row of a flow whose values differ from column to column and from row to row.
inline Sample plot_row(int index, double level = 1) {
  Sample row;
  const double wave = level * (1 + 0.1 * (index % 7));
  row.time = from_seconds(0.1 * index);
  row.flow = "a to b";
  row.target_bitrate_bps = 2.0e6 * wave;
  row.send_bitrate_bps = 1.5e6 * wave;
  row.receive_bitrate_bps = 1.0e6 * wave;
  row.media_bitrate_bps = 0.5e6 * wave;
  row.link_capacity_bps = 4.5e6 * level;
  row.one_way_delay_ms = 60 * wave;
  row.one_way_delay_kind = DelayKind::true_;
  row.round_trip_time_ms = 120 * wave;
  row.link_queue_ms = 10 * wave;
  row.queueing_delay_ms = 9 * wave;
  row.propagation_delay_ms = 50;
  row.rate_mismatch_bps = 2e4 * (index % 5 - 2);
  row.data_mismatch_bytes = 300.0 * (index % 3 - 1);
  row.pacer_queue_ms = 8 * wave;
  row.key_frames_encoded = index / 50;
  return row;
}

inline void add_plot_rows(RunData& run, int from, int to, double level = 1) {
  for (int i = from; i < to; ++i) run.store.add(plot_row(i, level));
}

inline std::unique_ptr<RunData> plot_run(const std::string& name, int rows, double level = 1) {
  auto run = std::make_unique<RunData>();
  run->name = name;
  add_plot_rows(*run, 0, rows, level);
  return run;
}

/// A stack that is shown, with one live run of 30 s.
struct PlotFixture {
  std::unique_ptr<RunData> live = plot_run("live", 300);
  PlotStack stack;

  explicit PlotFixture(QSize size = {900, 800}) {
    stack.resize(size);
    stack.show();
    stack.set_flow("a to b");
    stack.set_runs({live.get()});
    now(30);
    settle();
  }

  void now(double time_s) { stack.set_now(from_seconds(time_s)); }
  /// Until the layout is done and everything is drawn.
  void settle() {
    QApplication::processEvents();
    stack.refresh();
    QApplication::processEvents();
  }
  TimePlot& plot(std::string_view id) {
    for (TimePlot* plot : stack.findChildren<TimePlot*>())
      if (plot->spec().id == id) return *plot;
    throw std::runtime_error("no such plot");
  }
  PlotCanvas& canvas(std::string_view id = "rate") { return plot(id).canvas(); }
  LegendItem& item(std::string_view id, std::string_view column) {
    const auto& curves = plot(id).spec().curves;
    for (std::size_t i = 0; i < curves.size(); ++i)
      if (curves[i].column == column) return plot(id).legend().item(i);
    throw std::runtime_error("no such curve");
  }
  double from_s() const { return to_seconds(stack.visible_range().from); }
  double to_s() const { return to_seconds(stack.visible_range().to); }

  void press(int key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&stack, static_cast<Qt::Key>(key), modifiers);
  }
  QPointF at(double time_s, std::string_view id = "rate") {
    PlotCanvas& on = canvas(id);
    return {on.xAxis->coordToPixel(time_s), static_cast<double>(on.axisRect()->center().y())};
  }
  void mouse(QEvent::Type type, QPointF where, Qt::MouseButton button = Qt::NoButton, Qt::MouseButtons held = {}) {
    QMouseEvent event(type, where, canvas().mapToGlobal(where), button, held, Qt::NoModifier);
    QApplication::sendEvent(&canvas(), &event);
  }
  void wheel(QPointF where, int notches) {
    QWheelEvent event(where, canvas().mapToGlobal(where), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&canvas(), &event);
  }
};

/// How many pixels have about this colour; lines are smoothed at their edges.
inline int pixels_of(const QImage& picture, const QColor& color, int tolerance = 24) {
  int count = 0;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      const QColor pixel = picture.pixelColor(x, y);
      const int off = std::max({std::abs(pixel.red() - color.red()), std::abs(pixel.green() - color.green()),
                                std::abs(pixel.blue() - color.blue())});
      if (off <= tolerance) ++count;
    }
  }
  return count;
}

inline QImage picture_of(QWidget& widget) { return widget.grab().toImage(); }

}  // namespace evenkeel::test
