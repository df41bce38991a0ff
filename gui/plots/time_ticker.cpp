#include "gui/plots/time_ticker.h"

#include <array>
#include <cmath>

namespace evenkeel {
namespace {

constexpr std::array steps_s{0.01, 0.02, 0.05, 0.1,   0.2,   0.5,   1.0,   2.0,    5.0,    10.0,
                             15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0};

}  // namespace

double TimeTicker::getTickStep(const QCPRange& range) {
  const double wanted = range.size() / tickCount();
  step_s_ = cleanMantissa(wanted);
  for (const double step : steps_s) {
    if (step < wanted) continue;
    step_s_ = step;
    break;
  }
  return step_s_;
}

QString TimeTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  if (tick < -1e-6) return {};  // a call begins at 0
  return time_text(tick, step_s_ >= 1 ? 0 : step_s_ >= 0.1 ? 1 : 2);
}

QString time_text(double time_s, int decimals) {
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

}  // namespace evenkeel
