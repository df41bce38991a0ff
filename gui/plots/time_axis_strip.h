#pragma once

#include <QWidget>
#include <functional>

namespace evenkeel {

class PlotCanvas;

/// The labels of the time axis below plots that are scrolled, so that they are in sight whichever plot is.
class TimeAxisStrip : public QWidget {
 public:
  /// `canvas`: one that is in sight, whose axis is labelled; null where the labels of the lowest plot are seen. Both
  /// are in `parent`.
  TimeAxisStrip(std::function<PlotCanvas*()> canvas, QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::function<PlotCanvas*()> canvas_;
};

}  // namespace evenkeel
