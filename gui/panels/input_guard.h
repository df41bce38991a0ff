#pragma once

#include <QObject>

class QWidget;

namespace evenkeel {

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
