#pragma once

#include "gui/plots/qcustomplot.h"

#include "gui/theme/time_text.h"

namespace evenkeel {

/// Ticks of a time axis in seconds at round times, in the shortest format that distinguishes them: m:ss, h:mm:ss or,
/// zoomed in, with decimals.
class TimeTicker : public QCPAxisTickerTime {
 public:
  /// Times before it have no labels: a call begins at 0, a run that was moved over another one earlier.
  void set_begin(double time_s) { begin_s_ = time_s; }

 protected:
  double getTickStep(const QCPRange& range) override { return step_s_ = QCPAxisTickerTime::getTickStep(range); }
  int getSubTickCount(double) override { return 0; }
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    if (tick < begin_s_ - 1e-6) return {};
    return time_text(tick, step_s_ >= 1 ? 0 : step_s_ >= 0.1 ? 1 : 2);
  }

 private:
  double step_s_ = 1;
  double begin_s_ = 0;
};

}  // namespace evenkeel
