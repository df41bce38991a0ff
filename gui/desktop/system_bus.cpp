#include "gui/desktop/system_bus.h"

#include <unistd.h>

#include <QLocalSocket>
#include <QTimer>
#include <QUrl>
#include <utility>

namespace evenkeel {
namespace {

constexpr const char* usual_address = "unix:path=/var/run/dbus/system_bus_socket";

QString told_address() {
  const QString told = qEnvironmentVariable("DBUS_SYSTEM_BUS_ADDRESS");
  return told.isEmpty() ? QString(usual_address) : told;
}

struct BusSocket {
  QString name;
  bool is_abstract = false;
};

/// Of the first address that is a socket of this machine, as "unix:path=/run/bus,guid=1;tcp:..." (D-Bus Specification,
/// Server Addresses).
std::optional<BusSocket> socket_of(const QString& addresses) {
  for (const QString& address : addresses.split(';')) {
    if (!address.startsWith("unix:")) continue;
    for (const QString& pair : address.mid(5).split(',')) {
      const QString value = QUrl::fromPercentEncoding(pair.section('=', 1).toUtf8());
      if (pair.startsWith("path=")) return BusSocket{value};
      if (pair.startsWith("abstract=")) return BusSocket{value, true};
    }
  }
  return std::nullopt;
}

/// The first line of a client, after a byte that is nothing; whatever the answer, there is one.
QByteArray greeting() { return QByteArray(1, '\0') + "AUTH EXTERNAL " + QByteArray::number(getuid()).toHex() + "\r\n"; }

}  // namespace

void find_system_bus(QObject* context, int limit_ms, std::function<void(std::optional<QDBusConnection>)> found) {
  const auto place = socket_of(told_address());
  if (!place) return found(std::nullopt);
  auto* socket = new QLocalSocket(context);
  if (place->is_abstract) socket->setSocketOptions(QLocalSocket::AbstractNamespaceOption);
  const auto end = [socket, found = std::move(found)](const std::optional<QDBusConnection>& bus) {
    socket->disconnect();
    socket->deleteLater();
    found(bus);
  };
  QObject::connect(socket, &QLocalSocket::connected, socket, [socket] { socket->write(greeting()); });
  QObject::connect(socket, &QLocalSocket::readyRead, socket, [end] {
    const QDBusConnection bus = QDBusConnection::systemBus();
    end(bus.isConnected() ? std::optional(bus) : std::nullopt);
  });
  QObject::connect(socket, &QLocalSocket::errorOccurred, socket, [end] { end(std::nullopt); });
  QTimer::singleShot(limit_ms, socket, [socket] { socket->deleteLater(); });
  socket->connectToServer(place->name);
}

}  // namespace evenkeel
