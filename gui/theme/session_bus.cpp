#include "gui/theme/session_bus.h"

#include <QFileInfo>

namespace evenkeel {
namespace {

std::optional<QDBusConnection> connected(const QDBusConnection& bus) {
  return bus.isConnected() ? std::optional(bus) : std::nullopt;
}

}  // namespace

std::optional<QDBusConnection> session_bus() {
  const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
  const bool is_there = !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
                        (!folder.isEmpty() && QFileInfo::exists(folder + "/bus"));
  return is_there ? connected(QDBusConnection::sessionBus()) : std::nullopt;
}

std::optional<QDBusConnection> system_bus() {
  const bool is_there = !qEnvironmentVariableIsEmpty("DBUS_SYSTEM_BUS_ADDRESS") ||
                        QFileInfo::exists("/run/dbus/system_bus_socket") ||
                        QFileInfo::exists("/var/run/dbus/system_bus_socket");
  return is_there ? connected(QDBusConnection::systemBus()) : std::nullopt;
}

}  // namespace evenkeel
