#pragma once

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QSet>
#include <QStyle>
#include <QTableWidget>
#include <QTextLayout>
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace evenkeel::test {

inline QWidget* scroll_viewport_of(const QWidget& widget) {
  for (QWidget* up = widget.parentWidget(); up; up = up->parentWidget()) {
    auto* area = qobject_cast<QAbstractScrollArea*>(up->parentWidget());
    if (area && area->viewport() == up) return up;
  }
  return nullptr;
}

/// Whether a widget has the room that its text takes.
inline bool has_room_for_text(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    if (label->wordWrap()) return label->heightForWidth(label->width()) <= label->height();
    const QSize hint = label->sizeHint();
    return hint.width() <= label->width() && hint.height() <= label->height();
  }
  if (const auto* box = qobject_cast<const QComboBox*>(&widget))
    return box->fontMetrics().horizontalAdvance(box->currentText()) + 24 <= box->width();
  if (const auto* field = qobject_cast<const QLineEdit*>(&widget))
    return field->fontMetrics().horizontalAdvance(field->text()) + 6 <= field->width();
  const QSize hint = widget.minimumSizeHint();
  return hint.width() <= widget.width() && hint.height() <= widget.height();
}

/// Whether nothing lies in front of a widget or cuts it off; in a scroll area only to the sides.
inline bool is_in_sight(const QWidget& widget) {
  if (const QWidget* viewport = scroll_viewport_of(widget)) {
    const int left = widget.mapTo(viewport, QPoint(0, 0)).x();
    return left >= 0 && left + widget.width() <= viewport->width();
  }
  return widget.visibleRegion().boundingRect().size() == widget.size();
}

/// A cell's text laid out as Qt's styles do, in fractions of a pixel: a line that is too wide by less than one is cut
/// too.
struct CellLayout {
  int lines = 0;
  double height = 0;
  bool fits = true;  ///< in width
};

inline CellLayout layout_of(const QTableWidget& table, const QTableWidgetItem& cell) {
  const int margin = table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
  const int room = table.visualItemRect(&cell).width() - 2 * margin;
  QTextOption option;
  option.setWrapMode(table.wordWrap() ? QTextOption::WordWrap : QTextOption::ManualWrap);
  QTextLayout layout(cell.text(), cell.font());
  layout.setTextOption(option);
  layout.beginLayout();
  CellLayout found;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(room);
    ++found.lines;
    found.height += line.height();
    found.fits = found.fits && line.naturalTextWidth() <= room;
  }
  layout.endLayout();
  return found;
}

/// Whether a cell shows its whole text: wrapped between words where its table does that.
inline bool cell_has_room(const QTableWidget& table, const QTableWidgetItem& cell) {
  const CellLayout layout = layout_of(table, cell);
  return layout.fits && layout.height <= table.visualItemRect(&cell).height();
}

inline void add_clipped_cells(const QTableWidget& table, std::vector<std::string>& clipped) {
  for (int row = 0; row < table.rowCount(); ++row) {
    for (int column = 0; column < table.columnCount(); ++column) {
      const QTableWidgetItem* cell = table.item(row, column);
      if (!cell || table.isRowHidden(row) || cell->text().isEmpty() || cell_has_room(table, *cell)) continue;
      clipped.push_back('\'' + cell->text().toStdString() + "' in '" + table.accessibleName().toStdString() + "'");
    }
  }
}

/// The visible cells, labels, buttons, fields and choices whose text cannot be read as a whole.
inline std::vector<std::string> clipped_texts(QWidget& root) {
  std::vector<std::string> clipped;
  for (QWidget* widget : root.findChildren<QWidget*>()) {
    const auto* button = qobject_cast<QAbstractButton*>(widget);
    const auto* label = qobject_cast<QLabel*>(widget);
    const auto* box = qobject_cast<QComboBox*>(widget);
    const auto* field = qobject_cast<QLineEdit*>(widget);
    if (!widget->isVisible() || widget->visibleRegion().isEmpty() || widget->objectName().startsWith("qt_")) continue;
    if (const auto* table = qobject_cast<QTableWidget*>(widget)) add_clipped_cells(*table, clipped);
    const QString text = button  ? button->text()
                         : label ? label->text()
                         : box   ? box->currentText()
                         : field ? field->text()
                                 : QString();
    if (text.isEmpty() || (has_room_for_text(*widget) && is_in_sight(*widget))) continue;
    clipped.push_back('\'' + text.toStdString() + "' (" + widget->metaObject()->className() + ") has " +
                      std::to_string(widget->width()) + 'x' + std::to_string(widget->height()) + ", wants " +
                      std::to_string(widget->sizeHint().width()) + 'x' + std::to_string(widget->sizeHint().height()));
  }
  return clipped;
}

inline int different_colors(const QImage& image) {
  QSet<QRgb> colors;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) colors.insert(image.pixel(x, y));
  }
  return static_cast<int>(colors.size());
}

/// How far a colour is from the mixtures of two others that have at least as much of the first.
inline int distance_from_mixtures(const QColor& pixel, const QColor& color, const QColor& ground) {
  int least = 765;
  for (int share = 50; share <= 100; share += 10) {
    const auto mixed = [share](int a, int b) { return (a * share + b * (100 - share)) / 100; };
    const int distance = std::abs(pixel.red() - mixed(color.red(), ground.red())) +
                         std::abs(pixel.green() - mixed(color.green(), ground.green())) +
                         std::abs(pixel.blue() - mixed(color.blue(), ground.blue()));
    least = std::min(least, distance);
  }
  return least;
}

/// Pixels that are about of this colour, also where a thin line lets the ground through.
inline int pixels_like(const QImage& image, const QColor& color, const QColor& ground) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (distance_from_mixtures(image.pixelColor(x, y), color, ground) <= 20) ++count;
    }
  }
  return count;
}

}  // namespace evenkeel::test
