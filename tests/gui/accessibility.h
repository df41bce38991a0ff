#pragma once

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QWidget>
#include <algorithm>
#include <string>
#include <vector>

#include "gui/call/card.h"

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
  const auto* button = qobject_cast<const QAbstractButton*>(&control);
  const QString name = !control.accessibleName().isEmpty()   ? control.accessibleName()
                       : button && !button->text().isEmpty() ? button->text()
                                                             : control.objectName();
  return std::string(control.metaObject()->className()) + " '" + name.toStdString() + "' in " +
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

/// What a screen reader cannot say of one control: what it is called, what it is, and in which state.
inline std::vector<std::string> untold_of(QAccessibleInterface& control) {
  std::vector<std::string> faults;
  const QAccessible::State state = control.state();
  const QAccessible::Role role = control.role();
  if (control.text(QAccessible::Name).isEmpty()) faults.push_back("no name");
  if (role == QAccessible::NoRole || role == QAccessible::Client) faults.push_back("no role");
  const bool has_value =
      role == QAccessible::Slider || role == QAccessible::SpinBox || role == QAccessible::ProgressBar;
  if (has_value && control.valueInterface() == nullptr) faults.push_back("no value");
  if (role == QAccessible::CheckBox && !state.checkable) faults.push_back("not told whether it is ticked");
  const auto* button = qobject_cast<QAbstractButton*>(control.object());
  if (button && button->isCheckable() && (!state.checkable || state.checked != button->isChecked()))
    faults.push_back("not told whether it is pressed");
  const auto* box = qobject_cast<QComboBox*>(control.object());
  if (box && control.text(QAccessible::Value) != box->currentText()) faults.push_back("not told what is chosen");
  if (role == QAccessible::EditableText && control.textInterface() == nullptr) faults.push_back("its text is not told");
  return faults;
}

/// Walks what Qt tells screen readers of a window, and names each control in sight of which too little is told.
inline void add_untold(QAccessibleInterface& at, std::vector<std::string>& faults, int depth = 0) {
  const QAccessible::State state = at.state();
  if (depth > 0 && state.invisible) return;
  auto* widget = qobject_cast<QWidget*>(at.object());
  const bool of_qt = widget && widget->objectName().startsWith("qt_");
  if (depth > 0 && state.focusable && widget && widget->isVisible() && !of_qt && widget->focusProxy() == nullptr)
    for (const std::string& fault : untold_of(at)) faults.push_back(describe_control(*widget) + ": " + fault);
  for (int i = 0; i < at.childCount(); ++i)
    if (QAccessibleInterface* child = at.child(i); child && child->isValid()) add_untold(*child, faults, depth + 1);
}

inline std::vector<std::string> untold_controls(QWidget& window) {
  std::vector<std::string> faults;
  if (QAccessibleInterface* top = QAccessible::queryAccessibleInterface(&window)) add_untold(*top, faults);
  return faults;
}

/// What Tab leads to, from one control round to it again; as many as most if it never comes back.
inline std::vector<QWidget*> tab_walk(QWidget& window, std::size_t most = 400) {
  window.activateWindow();
  (void)QTest::qWaitForWindowActive(&window);
  std::vector<QWidget*> walked;
  while (walked.size() < most) {
    QWidget* focused = QApplication::focusWidget();
    QTest::keyClick(focused ? focused : &window, Qt::Key_Tab);
    QWidget* next = QApplication::focusWidget();
    if (next == nullptr || (!walked.empty() && next == walked.front())) break;
    walked.push_back(next);
  }
  // From where the window begins, not from where the focus happened to be.
  QWidget* first = window.nextInFocusChain();
  while (first != &window && std::ranges::find(walked, first) == walked.end()) first = first->nextInFocusChain();
  const auto begin = std::ranges::find(walked, first);
  if (begin != walked.end()) std::ranges::rotate(walked, begin);
  return walked;
}

/// The part of a window in which one goes from top to bottom and from left to right.
inline QWidget* group_of(const QWidget& control) {
  QWidget* up = control.parentWidget();
  while (up && !up->isWindow() && !qobject_cast<QDockWidget*>(up) && !qobject_cast<QTabWidget*>(up) &&
         !qobject_cast<Card*>(up))
    up = up->parentWidget();
  return up;
}

/// Where a control is for somebody who looks for another one: what has to be scrolled is where its scroll area is,
/// unless both are in there.
inline QRect place_of(const QWidget& control, const QWidget& other) {
  const QWidget* seen = &control;
  for (const QWidget* up = control.parentWidget(); up; up = up->parentWidget())
    if (qobject_cast<const QScrollArea*>(up) && !up->isAncestorOf(&other)) seen = up;
  return {seen->mapTo(seen->window(), QPoint(0, 0)), seen->size()};
}

/// Whether the second of two controls in one group is where one looks next: not above, unless a column further right,
/// and not to the left in the same row.
inline bool comes_next(const QWidget& first, const QWidget& second) {
  const QRect a = place_of(first, second);
  const QRect b = place_of(second, first);
  if (b.bottom() < a.top()) return b.left() > a.right();
  return b.top() > a.bottom() || b.right() > a.left();
}

/// Where Tab does not lead to a control, leads there twice, or jumps back.
inline std::vector<std::string> tab_faults(QWidget& window) {
  std::vector<std::string> faults;
  const std::vector<QWidget*> walked = tab_walk(window);
  for (QWidget* control : reachable_controls(window)) {
    const auto count = std::ranges::count(walked, control);
    const bool there = control->isVisible() && control->isEnabled();
    if (there && count != 1)
      faults.push_back(describe_control(*control) + ": Tab leads there " + std::to_string(count) + " times");
  }
  for (std::size_t i = 1; i < walked.size(); ++i) {
    const QWidget& from = *walked[i - 1];
    const QWidget& to = *walked[i];
    if (group_of(from) == group_of(to) && !comes_next(from, to))
      faults.push_back("Tab jumps back from " + describe_control(from) + " to " + describe_control(to));
  }
  return faults;
}

/// The one with this accessible name, as a T; null where there is none.
template <class T>
T* find_control(QWidget& root, const QString& name) {
  for (T* control : root.findChildren<T*>())
    if (control->accessibleName() == name) return control;
  return nullptr;
}

}  // namespace evenkeel::test
