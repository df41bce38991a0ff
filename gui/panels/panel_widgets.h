#pragma once

#include <QColor>
#include <QObject>
#include <QString>

class QLabel;
class QScrollArea;
class QToolButton;
class QWidget;

namespace evenkeel {

/// A wrapped label in smaller letters.
QLabel* small_label(const QString& text);
/// Bold, for the title of a group.
QLabel* title_label(const QString& text);
/// A flat button of one sign.
QToolButton* small_button(const QString& sign);
/// A button with its tool tip, no wider than its text needs.
QToolButton* text_button(const QString& text, const QString& tool_tip);
/// Scrolls upwards and downwards only; is no stop of the Tab key, its controls are.
QScrollArea* make_scroll_area(QWidget* content);
/// Only the colour of the text; the rest of the palette stays inherited.
void set_text_color(QWidget* widget, const QColor& color);

/// For controls in an area that scrolls, and beside an undo stack. The wheel scrolls the area and does not change a
/// control that has no focus. Undo and redo go to the window where a text field has nothing of its own to undo.
class InputGuard : public QObject {
  Q_OBJECT

 public:
  /// The guard belongs to the control.
  static void protect(QWidget* control);

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  using QObject::QObject;
};

}  // namespace evenkeel
