#include "gui/panels/input_guard.h"

#include <QKeyEvent>
#include <QLineEdit>

namespace evenkeel {
namespace {

bool is_for_window(const QLineEdit& field, const QKeyEvent& key) {
  // What was typed and not yet taken is the field's to undo; after that it is the window's.
  const bool own = field.isModified();
  return (key.matches(QKeySequence::Undo) && !(own && field.isUndoAvailable())) ||
         (key.matches(QKeySequence::Redo) && !(own && field.isRedoAvailable()));
}

}  // namespace

void InputGuard::protect(QWidget* control) {
  control->setFocusPolicy(Qt::StrongFocus);
  control->installEventFilter(new InputGuard(control));
}

bool InputGuard::eventFilter(QObject* watched, QEvent* event) {
  const auto* control = qobject_cast<QWidget*>(watched);
  if (event->type() == QEvent::Wheel && !control->hasFocus()) {
    event->ignore();  // and so it goes on to the parent
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
