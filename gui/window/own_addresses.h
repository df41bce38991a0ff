#pragma once

#include <QStringList>

namespace evenkeel {

/// The IPv4 addresses under which another machine may reach this one; that of loopback where there is no other.
QStringList own_addresses();

}  // namespace evenkeel
