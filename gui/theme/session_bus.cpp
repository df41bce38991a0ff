#include "gui/theme/session_bus.h"

#include <QFileInfo>

namespace evenkeel {
std::optional<QDBusConnection> session_bus() {
  const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
  const bool is_there = !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
                        (!folder.isEmpty() && QFileInfo::exists(folder + "/bus"));
  if (!is_there) return std::nullopt;
  const QDBusConnection bus = QDBusConnection::sessionBus();
  return bus.isConnected() ? std::optional(bus) : std::nullopt;
}

}  // namespace evenkeel
