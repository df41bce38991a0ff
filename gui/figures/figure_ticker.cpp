#include "gui/figures/figure_ticker.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr double slack = 1e-9;  // tolerance for bounds that are powers of ten up to rounding
const QChar minus(0x2212);
const QChar thin_space(0x2009);

/// The powers of ten within a range.
struct Decades {
  int first;
  int last;
  explicit Decades(const QCPRange& range)
      : first(static_cast<int>(std::ceil(std::log10(range.lower) - slack))),
        last(static_cast<int>(std::floor(std::log10(range.upper) + slack))) {}
  int count() const { return last - first + 1; }
  // In this range powers of ten are easier to read as plain numbers.
  bool plain() const { return first >= -3 && last <= 4; }
};

/// 25000 as 25 000.
QString grouped(QString digits) {
  const qsizetype whole = digits.indexOf(QChar('.')) < 0 ? digits.size() : digits.indexOf(QChar('.'));
  if (whole < 5) return digits;
  for (qsizetype i = whole - 3; i > 0; i -= 3) digits.insert(i, thin_space);
  return digits;
}

template <class Visit>
void visit_digits(const QCPRange& range, Visit visit) {
  const Decades decades(range);
  for (int exponent = decades.first - 1; exponent <= decades.last; ++exponent) {
    for (int digit = 1; digit <= 9; ++digit) {
      const double value = digit * std::pow(10, exponent);
      if (value >= range.lower * (1 - slack) && value <= range.upper * (1 + slack)) visit(value, digit);
    }
  }
}

void few_decades(const QCPRange& range, QVector<double>& ticks, QVector<double>& small) {
  visit_digits(range, [&](double value, int digit) {
    (digit == 1 || digit == 2 || digit == 5 ? ticks : small).push_back(value);
  });
}

void many_decades(const QCPRange& range, int most, QVector<double>& ticks, QVector<double>& small) {
  const Decades decades(range);
  const int step = (decades.count() + most - 1) / most;
  for (int exponent = decades.first; exponent <= decades.last; ++exponent)
    (exponent % step == 0 ? ticks : small).push_back(std::pow(10, exponent));
  if (step > 1) return;
  visit_digits(range, [&](double value, int digit) {
    if (digit != 1) small.push_back(value);
  });
}

}  // namespace

QString tick_text(double value) {
  const double size = std::abs(value);
  if (size < 1e-100) return QStringLiteral("0");
  QString text;
  if (size < 0.9999e-4 || size >= 0.99999e6) {
    const int exponent = static_cast<int>(std::floor(std::log10(size) + slack));
    const double digits = size / std::pow(10, exponent);
    text = power_text(exponent);
    if (std::abs(digits - 1) > 1e-6) text.prepend(QString::number(digits, 'g', 4) + QChar(0x00b7));
  } else {
    text = grouped(QString::number(size, 'g', 7));
    if (text.contains(QChar('e'))) text = QString::number(size, 'f', 5);
  }
  return value < 0 ? minus + text : text;
}

QString power_text(int exponent) {
  static const QString raised = QStringLiteral("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079");
  QString text = QStringLiteral("10");
  if (exponent < 0) text += QChar(0x207b);
  for (const QChar digit : QString::number(std::abs(exponent))) text += raised[digit.digitValue()];
  return text;
}

double FigureTicker::getTickStep(const QCPRange& range) {
  double magnitude = 1;
  const double digits = getMantissa(range.size() / (tickCount() + 1e-10), &magnitude);
  return pickClosest(digits, {1, 2, 5, 10}) * magnitude;
}

QString FigureTicker::getTickLabel(double tick, const QLocale&, QChar, int) { return tick_text(tick); }

void FigureLogTicker::generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                               QVector<double>& ticks, QVector<double>* small_ticks, QVector<QString>* labels) {
  ticks.clear();
  QVector<double> small;
  const Decades decades(range);
  const bool powers = decades.count() >= 3 || (decades.count() == 2 && range.upper > 60 * range.lower);
  if (powers) {
    many_decades(range, max_labels_, ticks, small);
  } else {
    few_decades(range, ticks, small);
  }
  if (ticks.size() < 2) return QCPAxisTicker::generate(range, locale, format, precision, ticks, small_ticks, labels);
  if (small_ticks != nullptr) *small_ticks = small;
  if (labels == nullptr) return;
  labels->clear();
  for (const double tick : ticks) {
    const bool plain = !powers || decades.plain();
    *labels << (plain ? tick_text(tick) : power_text(static_cast<int>(std::lround(std::log10(tick)))));
  }
}

}  // namespace evenkeel
