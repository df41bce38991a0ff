#pragma once

#include "gui/plots/qcustomplot.h"

namespace evenkeel {

/// Ticks of a time axis in seconds at round times, written in the least form that tells them apart: m:ss, h:mm:ss or,
/// close up, with decimals.
class TimeTicker : public QCPAxisTickerTime {
 protected:
  double getTickStep(const QCPRange& range) override { return step_s_ = QCPAxisTickerTime::getTickStep(range); }
  int getSubTickCount(double) override { return 0; }
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

 private:
  double step_s_ = 1;
};

/// An instant as the ticks write it, with so many decimals.
QString time_text(double time_s, int decimals);

}  // namespace evenkeel
