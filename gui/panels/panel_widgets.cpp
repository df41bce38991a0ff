#include "gui/panels/panel_widgets.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "gui/theme/vertical_scroll_area.h"

namespace evenkeel {
namespace {

bool is_for_window(const QLineEdit& field, const QKeyEvent& key) {
  // Text that was typed but not yet accepted is undone by the field, everything else by the window.
  const bool own = field.isModified();
  return (key.matches(QKeySequence::Undo) && !(own && field.isUndoAvailable())) ||
         (key.matches(QKeySequence::Redo) && !(own && field.isRedoAvailable()));
}

}  // namespace

QLabel* small_label(const QString& text) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * 0.88);
  label->setFont(font);
  label->setWordWrap(true);
  return label;
}

QLabel* title_label(const QString& text) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setBold(true);
  label->setFont(font);
  return label;
}

QToolButton* small_button(const QString& sign) {
  auto* button = new QToolButton;
  button->setText(sign);
  button->setAutoRaise(true);
  button->setFixedWidth(button->fontMetrics().height() + 4);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

QToolButton* text_button(const QString& text, const QString& tool_tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tool_tip);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

QScrollArea* make_scroll_area(QWidget* content) { return new VerticalScrollArea(content); }

void set_text_color(QWidget* widget, const QColor& color) {
  QPalette palette;
  palette.setColor(QPalette::WindowText, color);
  palette.setColor(QPalette::Text, color);
  // Only if it differs: the palette change event would trigger another call, without end.
  if (widget->palette().color(QPalette::WindowText) != color || widget->palette().color(QPalette::Text) != color)
    widget->setPalette(palette);
}

void InputGuard::protect(QWidget* control) {
  control->setFocusPolicy(Qt::StrongFocus);
  control->installEventFilter(new InputGuard(control));
}

bool InputGuard::eventFilter(QObject* watched, QEvent* event) {
  const auto* control = qobject_cast<QWidget*>(watched);
  if (event->type() == QEvent::Wheel && !control->hasFocus()) {
    event->ignore();  // so that the parent gets it
    return true;
  }
  const auto* field = qobject_cast<QLineEdit*>(watched);
  if (event->type() == QEvent::ShortcutOverride && field != nullptr &&
      is_for_window(*field, *static_cast<QKeyEvent*>(event))) {
    event->ignore();
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace evenkeel
