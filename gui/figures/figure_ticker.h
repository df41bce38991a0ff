#pragma once

#include "gui/plots/qcustomplot.h"

namespace evenkeel {

/// A number of an axis, with a true minus sign: 0.001, 1000, 25 000, 2·10⁶.
QString tick_text(double value);
/// 10⁻³
QString power_text(int exponent);

/// Ticks at 1, 2, 5 times powers of ten, written plainly.
class FigureTicker : public QCPAxisTicker {
 protected:
  double getTickStep(const QCPRange& range) override;
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// Ticks at powers of ten, and in short ranges at 2 and 5 times these; small ones at the digits between.
class FigureLogTicker : public FigureTicker {
 public:
  explicit FigureLogTicker(int max_labels) : max_labels_(max_labels) {}
  void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision, QVector<double>& ticks,
                QVector<double>* small_ticks, QVector<QString>* labels) override;

 private:
  int max_labels_;
};

}  // namespace evenkeel
