#include "gui/window/own_addresses.h"

#include <QHostAddress>
#include <QNetworkInterface>

namespace evenkeel {

QStringList own_addresses() {
  QStringList addresses;
  for (const QHostAddress& address : QNetworkInterface::allAddresses()) {
    const bool ipv4 = address.protocol() == QAbstractSocket::IPv4Protocol;
    if (ipv4 && !address.isLoopback() && !address.isLinkLocal()) addresses << address.toString();
  }
  return addresses.isEmpty() ? QStringList{"127.0.0.1"} : addresses;
}

}  // namespace evenkeel
