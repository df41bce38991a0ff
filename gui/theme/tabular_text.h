#pragma once

#include <QFontMetrics>
#include <QPainter>
#include <QString>

namespace evenkeel {

// Texts with numbers that change in place: every digit has the width of the widest one, also in fonts where it does
// not, so that nothing moves when a digit changes.

int tabular_width(const QFontMetrics& metrics, const QString& text);
/// On one line, vertically centred, from the left edge of the area.
void draw_tabular_text(QPainter& painter, const QRect& area, const QString& text);

}  // namespace evenkeel
