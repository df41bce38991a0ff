#pragma once

#include "gui/plots/qcustomplot.h"

#include <optional>
#include <vector>

#include "gui/plots/curve_style.h"
#include "gui/theme/theme.h"

namespace evenkeel {

/// The overlay above the curves: the cursor with the marker of each curve on it, the cursors that were set, the box of
/// a zoom, and a note. Drawn onto the widget, not into the plot's buffers, so that moving it repaints only the pixels
/// that it covers.
class CursorLine {
 public:
  struct Dot {
    double value = 0;
    CurveLook look;
    bool right = false;
  };

  void set_theme(const Theme& theme) { theme_ = &theme; }
  void set_time(std::optional<double> time_s) { time_s_ = time_s; }
  void set_dots(std::vector<Dot> dots) { dots_ = std::move(dots); }
  void set_time_shown(bool shown) { time_shown_ = shown; }
  /// The cursors that stay: dashed lines, numbered from 1.
  void set_fixed(std::vector<double> times_s) { fixed_s_ = std::move(times_s); }
  /// In pixels; empty: none.
  void set_box(const QRectF& box) { box_ = box; }
  /// In the upper right corner; empty: none.
  void set_note(const QString& note) { note_ = note; }

  void draw(QPainter& painter, const QCustomPlot& plot) const;
  /// The area that draw() covers.
  QRegion area(const QCustomPlot& plot) const;

 private:
  static std::optional<double> x_of(const QCustomPlot& plot, double time_s);  ///< where it is visible
  std::optional<double> x_in(const QCustomPlot& plot) const;                  ///< of the cursor
  QRectF flag_box(const QCustomPlot& plot, double x) const;
  void draw_fixed(QPainter& painter, const QCustomPlot& plot) const;
  void draw_box(QPainter& painter) const;
  QRectF note_box(const QCustomPlot& plot) const;
  QRectF time_box(const QCustomPlot& plot, double x) const;
  QString words_of_time(const QCustomPlot& plot) const;
  void draw_dots(QPainter& painter, const QCustomPlot& plot, double x) const;
  void draw_time(QPainter& painter, const QCustomPlot& plot, double x) const;
  void draw_note(QPainter& painter, const QCustomPlot& plot) const;

  const Theme* theme_ = &light_theme();
  std::optional<double> time_s_;
  std::vector<Dot> dots_;
  std::vector<double> fixed_s_;
  QRectF box_;
  bool time_shown_ = false;
  QString note_;
};

}  // namespace evenkeel
