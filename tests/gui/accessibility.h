#pragma once

#include <QAccessible>
#include <QTabBar>
#include <QWidget>
#include <string>
#include <vector>

namespace evenkeel::test {

/// The widgets below `root` that the keyboard can reach. Parts of other windows (the list of a combo box) and what Qt
/// puts into its own widgets do not count.
inline std::vector<QWidget*> reachable_controls(QWidget& root) {
  std::vector<QWidget*> controls;
  for (QWidget* child : root.findChildren<QWidget*>()) {
    if ((child->focusPolicy() & Qt::TabFocus) == 0 || child->window() != root.window()) continue;
    if (child->objectName().startsWith("qt_") || child->focusProxy() != nullptr) continue;
    controls.push_back(child);
  }
  return controls;
}

inline std::string describe_control(const QWidget& control) {
  return std::string(control.metaObject()->className()) + " '" + control.objectName().toStdString() + "' in " +
         (control.parentWidget() ? control.parentWidget()->metaObject()->className() : "nothing");
}

/// Those that a screen reader has no name for.
inline std::vector<std::string> unnamed_controls(QWidget& root) {
  std::vector<std::string> unnamed;
  for (QWidget* control : reachable_controls(root)) {
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(control);
    if (interface == nullptr || interface->text(QAccessible::Name).isEmpty())
      unnamed.push_back(describe_control(*control));
  }
  return unnamed;
}

/// Those that do not say what they do; hidden ones may have nothing to say.
inline std::vector<std::string> controls_without_tool_tip(QWidget& root) {
  std::vector<std::string> silent;
  for (QWidget* control : reachable_controls(root)) {
    if (qobject_cast<QTabBar*>(control->parentWidget())) continue;  // Qt's own, to scroll its tabs
    if (!control->isHidden() && control->toolTip().isEmpty()) silent.push_back(describe_control(*control));
  }
  return silent;
}

/// The one with this accessible name, as a T; null where there is none.
template <class T>
T* find_control(QWidget& root, const QString& name) {
  for (T* control : root.findChildren<T*>())
    if (control->accessibleName() == name) return control;
  return nullptr;
}

}  // namespace evenkeel::test
