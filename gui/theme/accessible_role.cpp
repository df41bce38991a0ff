#include "gui/theme/accessible_role.h"

#include <QAccessibleWidget>
#include <QVariant>

namespace evenkeel {
namespace {

const char* const property = "accessibleRole";

QAccessibleInterface* make_accessible(const QString&, QObject* object) {
  auto* widget = qobject_cast<QWidget*>(object);
  const QVariant role = widget == nullptr ? QVariant() : widget->property(property);
  return role.isValid() ? new QAccessibleWidget(widget, static_cast<QAccessible::Role>(role.toInt())) : nullptr;
}

}  // namespace

void set_accessible_role(QWidget& widget, QAccessible::Role role) {
  QAccessible::installFactory(make_accessible);  // Installed once, however often it is asked for.
  widget.setProperty(property, static_cast<int>(role));
}

}  // namespace evenkeel
