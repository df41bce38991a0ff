#include "gui/window/services.h"

#include <QHostAddress>
#include <QNetworkInterface>

namespace evenkeel {
namespace {

bool reachable(const QNetworkAddressEntry& entry) {
  return !entry.ip().isLoopback() && !entry.ip().isLinkLocal() && !entry.isTemporary();
}

bool is_ipv6(const QString& address) { return address.contains(':'); }

}  // namespace

QStringList own_addresses() {
  QStringList ipv4;
  QStringList ipv6;
  for (const QNetworkInterface& interface : QNetworkInterface::allInterfaces()) {
    for (const QNetworkAddressEntry& entry : interface.addressEntries()) {
      if (!reachable(entry)) continue;
      (is_ipv6(entry.ip().toString()) ? ipv6 : ipv4) << entry.ip().toString();
    }
  }
  if (ipv4.isEmpty() && ipv6.isEmpty()) return {"127.0.0.1"};
  return ipv4 + ipv6;
}

QStringList addresses_to_call(const QString& listener, const QStringList& own) {
  const QString port = listener.section(':', -1);
  const QString host = listener.chopped(port.size() + 1);
  if (host != "0.0.0.0" && host != "[::]") return {listener};
  QStringList all;
  for (const QString& address : own) {
    if (is_ipv6(address) && host == "[::]") all << QString("[%1]:%2").arg(address, port);
    if (!is_ipv6(address)) all << QString("%1:%2").arg(address, port);
  }
  return all;
}

}  // namespace evenkeel
