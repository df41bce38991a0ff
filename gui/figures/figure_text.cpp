#include "gui/figures/figure_text.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

QFont font_of(int pixels, QFont::Weight weight) {
  QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
  font.setPixelSize(pixels);
  font.setWeight(weight);
  // Hinted widths differ between the screen's resolution and the page's, so that text would no longer fit.
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

/// How many letters of a word fit; at least one, so that wrapping ends.
qsizetype fitting(const QString& word, const QFontMetricsF& metrics, double width) {
  qsizetype count = word.size();
  while (count > 1 && metrics.horizontalAdvance(word.left(count)) > width) --count;
  return count;
}

QStringList wrapped(const QString& text, const QFont& font, double width) {
  const QFontMetricsF metrics(font);
  QStringList lines;
  QString line;
  for (QString word : text.split(QChar(' '), Qt::SkipEmptyParts)) {
    const QString longer = line.isEmpty() ? word : line + QChar(' ') + word;
    if (metrics.horizontalAdvance(longer) <= width) {
      line = longer;
      continue;
    }
    if (!line.isEmpty()) lines << line;
    while (metrics.horizontalAdvance(word) > width && word.size() > 1) {
      const qsizetype count = fitting(word, metrics, width);
      lines << word.left(count);
      word.remove(0, count);
    }
    line = word;
  }
  if (!line.isEmpty()) lines << line;
  return lines;
}

}  // namespace

QString figure_text(const std::string& text) {
  static const QString plain = QStringLiteral("0123456789aehijklmnoprstuvx");
  static const QString lowered = QStringLiteral(
      "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u2090\u2091\u2095\u1d62\u2c7c\u2096"
      "\u2097\u2098\u2099\u2092\u209a\u1d63\u209b\u209c\u1d64\u1d65\u2093");
  static const QRegularExpression subscript(QStringLiteral("\\b[A-Za-z]_([0-9a-z])\\b"));
  QString result = QString::fromStdString(text);
  for (auto match = subscript.match(result); match.hasMatch(); match = subscript.match(result, match.capturedEnd())) {
    const qsizetype letter = plain.indexOf(match.captured(1));
    if (letter >= 0) result.replace(match.capturedStart(1) - 1, 2, lowered[letter]);
  }
  return result;
}

const FigureFonts& figure_fonts() {
  static const FigureFonts fonts{
      font_of(14, QFont::Normal),
      font_of(15, QFont::DemiBold),
      font_of(17, QFont::Bold),
  };
  return fonts;
}

QStringList wrap_text(const QString& text, const QFont& font, double width) {
  const QStringList lines = wrapped(text, font, width);
  QStringList best = lines;
  for (double narrow = width - 4; lines.size() > 1 && narrow > width / 2; narrow -= 4) {
    const QStringList narrower = wrapped(text, font, narrow);
    if (narrower.size() > lines.size()) break;
    best = narrower;
  }
  return best;
}

double text_width(const QStringList& lines, const QFont& font) {
  const QFontMetricsF metrics(font);
  double width = 0;
  for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
  return std::ceil(width);
}

double line_height(const QFont& font) { return std::ceil(QFontMetricsF(font).height()); }

double draw_lines(QPainter& painter, const QRectF& area, const QStringList& lines, const QFont& font,
                  Qt::Alignment alignment) {
  painter.setFont(font);
  const double step = line_height(font);
  double y = area.top();
  for (const QString& line : lines) {
    const QRectF place(area.left(), y, area.width(), step);
    painter.drawText(place, static_cast<int>(alignment | Qt::AlignTop) | Qt::TextDontClip, line);
    y += step;
  }
  return y - area.top();
}

}  // namespace evenkeel
