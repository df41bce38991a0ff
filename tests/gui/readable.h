#pragma once

#include <QAbstractItemView>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QMainWindow>
#include <QMenuBar>
#include <QTabBar>
#include <QTableView>

#include "gui/call/status_line.h"
#include "tests/gui/window_look.h"

namespace evenkeel::test {

inline QString without_ampersands(QString text) { return text.replace("&&", "\x01").remove('&').replace('\x01', '&'); }

/// What is cut off may be read in its tool tip.
inline bool is_told_by_tip(const QString& text, const QString& tool_tip) {
  return tool_tip.contains(without_ampersands(text)) || tool_tip.contains(text);
}

inline void add_clipped_tabs(const QTabBar& tabs, std::vector<std::string>& faults) {
  const int around = tabs.style()->pixelMetric(QStyle::PM_TabBarTabHSpace, nullptr, &tabs);
  for (int i = 0; i < tabs.count(); ++i) {
    const QString text = tabs.tabText(i);
    const QRect place = tabs.tabRect(i);
    const int wanted = tabs.fontMetrics().horizontalAdvance(without_ampersands(text)) + around / 2;
    const bool whole = wanted <= place.width() && place.left() >= 0 && place.right() < tabs.width();
    if (!whole && !is_told_by_tip(text, tabs.tabToolTip(i)))
      faults.push_back("tab '" + text.toStdString() + "' has " + std::to_string(place.width()) + ", wants " +
                       std::to_string(wanted));
  }
}

inline void add_clipped_sections(const QHeaderView& header, std::vector<std::string>& faults) {
  if (header.model() == nullptr) return;
  for (int i = 0; i < header.count(); ++i) {
    const QString text = header.model()->headerData(i, header.orientation()).toString();
    const QString tip = header.model()->headerData(i, header.orientation(), Qt::ToolTipRole).toString();
    const int wanted = header.sectionSizeHint(i);
    if (text.isEmpty() || header.isSectionHidden(i) || wanted <= header.sectionSize(i) || is_told_by_tip(text, tip))
      continue;
    faults.push_back("heading '" + text.toStdString() + "' has " + std::to_string(header.sectionSize(i)) + ", wants " +
                     std::to_string(wanted));
  }
}

/// Cells in sight; others come into sight by scrolling.
inline void add_clipped_cells_of(const QTableView& view, std::vector<std::string>& faults) {
  for (int row = 0; view.model() != nullptr && row < view.model()->rowCount(); ++row) {
    for (int column = 0; column < view.model()->columnCount(); ++column) {
      const QModelIndex at = view.model()->index(row, column);
      const QString text = at.data().toString();
      const QRect place = view.visualRect(at);
      if (text.isEmpty() || view.isRowHidden(row) || view.isColumnHidden(column) ||
          !view.viewport()->rect().intersects(place))
        continue;
      const int wanted = view.sizeHintForIndex(at).width();
      if (wanted <= place.width() || is_told_by_tip(text, at.data(Qt::ToolTipRole).toString())) continue;
      faults.push_back("cell '" + text.toStdString() + "' in '" + view.accessibleName().toStdString() + "' has " +
                       std::to_string(place.width()) + ", wants " + std::to_string(wanted));
    }
  }
}

/// Of a label, button, choice or field; "" of others.
inline QString text_of_widget(const QWidget& widget) {
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
    const auto* tool = qobject_cast<const QToolButton*>(&widget);
    return tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull() ? QString()
                                                                                               : button->text();
  }
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) return label->text();
  if (const auto* box = qobject_cast<const QComboBox*>(&widget)) return box->currentText();
  if (const auto* field = qobject_cast<const QLineEdit*>(&widget))
    return field->text().isEmpty() ? field->placeholderText() : field->text();
  if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) return group->title();
  if (const auto* line = qobject_cast<const StatusLine*>(&widget)) return line->words();
  return {};
}

inline bool shows_whole_text(const QWidget& widget, const QString& text) {
  if (const auto* group = qobject_cast<const QGroupBox*>(&widget))
    return group->fontMetrics().horizontalAdvance(without_ampersands(text)) + 24 <= group->width();
  if (const auto* field = qobject_cast<const QLineEdit*>(&widget); field && field->text().isEmpty())
    return field->fontMetrics().horizontalAdvance(text) + 6 <= field->width();
  if (qobject_cast<const StatusLine*>(&widget)) return true;  // elided, with a tool tip: judged there
  const QSize least = widget.minimumSizeHint();
  if (qobject_cast<const QAbstractButton*>(&widget) && !least.isValid())
    return widget.sizeHint().width() <= widget.width() && widget.sizeHint().height() <= widget.height();
  return has_room_for_text(widget);
}

/// The second line of the state, which is elided where it has no room.
inline void add_elided_state(const StatusLine& line, std::vector<std::string>& faults) {
  const QString words = line.second_line();
  if (line.fontMetrics().horizontalAdvance(words) <= line.room_for_words()) return;
  for (const QString& part : words.split(" \u00b7 "))
    if (!line.toolTip().contains(part)) faults.push_back('\'' + part.toStdString() + "' of the state is cut off");
}

inline std::string size_words(const QWidget& widget) {
  return std::to_string(widget.width()) + 'x' + std::to_string(widget.height()) + ", wants " +
         std::to_string(widget.sizeHint().width()) + 'x' + std::to_string(widget.sizeHint().height());
}

inline bool is_looked_at(const QWidget& widget, const QWidget& root) {
  return widget.isVisible() && widget.window() == root.window() && !widget.visibleRegion().isEmpty() &&
         !widget.objectName().startsWith("qt_");
}

/// In the window, as far as scroll areas show it.
inline QRect place_in_window(const QWidget& widget) {
  const QPoint top_left = widget.mapTo(widget.window(), QPoint(0, 0));
  const QRect seen = widget.visibleRegion().boundingRect();
  return seen.translated(top_left);
}

inline void add_overlaps(const std::vector<const QWidget*>& texts, std::vector<std::string>& faults) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      if (texts[i]->isAncestorOf(texts[j]) || texts[j]->isAncestorOf(texts[i])) continue;
      const QRect both = place_in_window(*texts[i]).intersected(place_in_window(*texts[j]));
      if (both.width() > 1 && both.height() > 1)
        faults.push_back('\'' + text_of_widget(*texts[i]).toStdString() + "' lies over '" +
                         text_of_widget(*texts[j]).toStdString() + '\'');
    }
  }
}

/// What somebody who looks at a window cannot read: text that is cut off without a tool tip that has the whole, that
/// lies outside of the window, or over another.
inline std::vector<std::string> unreadable_texts(QWidget& root) {
  std::vector<std::string> faults;
  std::vector<const QWidget*> texts;
  for (QWidget* widget : root.findChildren<QWidget*>()) {
    if (!is_looked_at(*widget, root)) continue;
    if (const auto* tabs = qobject_cast<QTabBar*>(widget)) add_clipped_tabs(*tabs, faults);
    if (const auto* header = qobject_cast<QHeaderView*>(widget)) add_clipped_sections(*header, faults);
    if (const auto* table = qobject_cast<QTableWidget*>(widget); table && table->wordWrap())
      add_clipped_cells(*table, faults);
    if (const auto* view = qobject_cast<QTableView*>(widget); view && !view->wordWrap())
      add_clipped_cells_of(*view, faults);
    if (const auto* bar = qobject_cast<QMenuBar*>(widget); bar && !bar->actions().isEmpty())
      if (bar->actionGeometry(bar->actions().back()).right() >= bar->width()) faults.push_back("the menu is cut off");
    if (const auto* dock = qobject_cast<QDockWidget*>(widget))
      if (dock->fontMetrics().horizontalAdvance(dock->windowTitle()) + 52 > dock->width())
        faults.push_back("title '" + dock->windowTitle().toStdString() + "' is cut off");
    if (const auto* line = qobject_cast<const StatusLine*>(widget)) add_elided_state(*line, faults);
    const QString text = text_of_widget(*widget);
    if (text.isEmpty()) continue;
    texts.push_back(widget);
    const bool whole = shows_whole_text(*widget, text) || is_told_by_tip(text, widget->toolTip());
    if (!whole || !is_in_sight(*widget))
      faults.push_back('\'' + text.toStdString() + "' (" + widget->metaObject()->className() + ") has " +
                       size_words(*widget) + (whole ? ", is cut off" : ""));
  }
  add_overlaps(texts, faults);
  return faults;
}

}  // namespace evenkeel::test
