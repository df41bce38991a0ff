#pragma once

#include "gui/plots/qcustomplot.h"

#include <cmath>

namespace evenkeel {

/// A time in the format of the ticks, with this number of decimals.
inline QString time_text(double time_s, int decimals) {
  const double unit = std::pow(10, -decimals);
  const double rounded = std::round(std::abs(time_s) / unit) * unit + unit * 1e-3;
  const int whole = static_cast<int>(rounded);
  const QString minutes = whole < 3600
                              ? QString::number(whole / 60)
                              : QStringLiteral("%1:%2").arg(whole / 3600).arg(whole / 60 % 60, 2, 10, QChar('0'));
  const double seconds = std::floor((rounded - whole / 60 * 60) / unit) * unit;
  return (time_s < 0 ? QStringLiteral("\u2212") : QString()) + minutes + QChar(':') +
         QStringLiteral("%1").arg(seconds, decimals == 0 ? 2 : 3 + decimals, 'f', decimals, QChar('0'));
}

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
