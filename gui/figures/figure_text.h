#pragma once

#include <QFont>
#include <QPainter>
#include <QStringList>
#include <string>

namespace evenkeel {

/// The fonts of figures. A figure is printed at 96 pixels per inch: 14 pixels are 10.5 points.
struct FigureFonts {
  QFont text;   ///< of ticks, labels and legends
  QFont panel;  ///< of a panel's title
  QFont title;  ///< of the whole figure's title
};
const FigureFonts& figure_fonts();

/// The text of a figure: k_r and T_s get real subscripts if Unicode has the letter.
QString figure_text(const std::string& text);

/// Breaks at spaces, and within words that are wider than a line on their own. No line is wider than `width` pixels,
/// unless a single letter is; all lines are about equally long.
QStringList wrap_text(const QString& text, const QFont& font, double width);

double text_width(const QStringList& lines, const QFont& font);
double line_height(const QFont& font);

/// Draws lines below each other from the top of an area; returns their height.
double draw_lines(QPainter& painter, const QRectF& area, const QStringList& lines, const QFont& font,
                  Qt::Alignment alignment);

}  // namespace evenkeel
