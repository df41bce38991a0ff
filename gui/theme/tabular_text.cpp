#include "gui/theme/tabular_text.h"

#include <algorithm>

namespace evenkeel {
namespace {

int digit_width(const QFontMetrics& metrics) {
  int widest = 0;
  for (char digit = '0'; digit <= '9'; ++digit) widest = std::max(widest, metrics.horizontalAdvance(QChar(digit)));
  return widest;
}

/// Words keep the spacing of their font.
bool has_digits(const QString& text) {
  return std::any_of(text.begin(), text.end(), [](QChar letter) { return letter.isDigit(); });
}

int width_of(const QFontMetrics& metrics, QChar letter, int digit) {
  return letter.isDigit() ? digit : metrics.horizontalAdvance(letter);
}

}  // namespace

int tabular_width(const QFontMetrics& metrics, const QString& text) {
  if (!has_digits(text)) return metrics.horizontalAdvance(text);
  const int digit = digit_width(metrics);
  int width = 0;
  for (const QChar letter : text) width += width_of(metrics, letter, digit);
  return width;
}

void draw_tabular_text(QPainter& painter, const QRect& area, const QString& text) {
  if (!has_digits(text)) {
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, text);
    return;
  }
  const QFontMetrics metrics = painter.fontMetrics();
  const int digit = digit_width(metrics);
  int x = area.left();
  const int baseline = area.top() + (area.height() - metrics.height()) / 2 + metrics.ascent();
  for (const QChar letter : text) {
    const int width = width_of(metrics, letter, digit);
    painter.drawText(x + (width - metrics.horizontalAdvance(letter)) / 2, baseline, QString(letter));
    x += width;
  }
}

}  // namespace evenkeel
