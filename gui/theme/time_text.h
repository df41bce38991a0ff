#pragma once

#include <QString>
#include <cmath>

namespace evenkeel {

/// An instant on a time axis, in the format of its ticks: m:ss or h:mm:ss, with this number of decimals.
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

}  // namespace evenkeel
