#pragma once

#include <QAccessible>

class QWidget;

namespace evenkeel {

/// Tells screen readers what a widget is that draws itself, as a chart or a picture: Qt calls it a part of a window
/// otherwise. To be called before anybody asks.
void set_accessible_role(QWidget& widget, QAccessible::Role role);

}  // namespace evenkeel
