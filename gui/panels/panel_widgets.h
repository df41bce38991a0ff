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
/// A flat button with one character.
QToolButton* small_button(const QString& sign);
/// A button with a tool tip, as wide as its text.
QToolButton* text_button(const QString& text, const QString& tool_tip);
/// Scrolls vertically only. Takes no focus itself; its controls do.
QScrollArea* make_scroll_area(QWidget* content);
/// Sets only the text colour; the rest of the palette stays inherited.
void set_text_color(QWidget* widget, const QColor& color);

/// For controls in a scroll area of a window with an undo stack. The wheel scrolls the area instead of changing a
/// control without focus. Undo and redo go to the window if a text field has nothing of its own to undo.
class InputGuard : public QObject {
  Q_OBJECT

 public:
  /// The control owns the guard.
  static void protect(QWidget* control);

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  using QObject::QObject;
};

}  // namespace evenkeel
