#pragma once

#include <QStringList>

namespace evenkeel {

/// The addresses under which another machine may reach this one, those of IPv4 first; that of loopback where there is
/// no other. Asks the system: not for every picture.
QStringList own_addresses();

/// What the other side may type to reach a listener: of "0.0.0.0:5004" the IPv4 addresses with that port, of
/// "[::]:5004" all, "[2001:db8::7]:5004"; any other is an address itself.
QStringList addresses_to_call(const QString& listener, const QStringList& own);

}  // namespace evenkeel
