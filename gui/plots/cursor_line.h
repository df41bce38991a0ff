#pragma once

#include "gui/plots/qcustomplot.h"

#include <optional>
#include <vector>

#include "gui/theme/theme.h"

namespace evenkeel {

/// What lies above the curves and moves without them: the cursor with a dot on each curve, and notes in words.
class CursorLine : public QCPLayerable {
 public:
  struct Dot {
    double value = 0;
    QColor color;
    bool right = false;
  };

  explicit CursorLine(QCustomPlot* plot);

  void set_theme(const Theme& theme) { theme_ = &theme; }
  void set_time(std::optional<double> time_s) { time_s_ = time_s; }
  void set_dots(std::vector<Dot> dots) { dots_ = std::move(dots); }
  void set_time_shown(bool shown) { time_shown_ = shown; }
  /// In the upper right corner; empty: none.
  void set_note(const QString& note) { note_ = note; }
  bool empty() const { return !time_s_ && note_.isEmpty(); }

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
  QRect clipRect() const override { return mParentPlot->viewport(); }
  void draw(QCPPainter* painter) override;

 private:
  void draw_note(QCPPainter* painter, const QRect& area) const;
  void draw_time(QCPPainter* painter, const QRect& area, double x) const;

  const Theme* theme_ = &light_theme();
  std::optional<double> time_s_;
  std::vector<Dot> dots_;
  bool time_shown_ = false;
  QString note_;
};

}  // namespace evenkeel
