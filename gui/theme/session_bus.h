#pragma once

#include <QDBusConnection>
#include <optional>

namespace evenkeel {

/// The session's D-Bus, or nullopt where there is none. Does not start one, as libdbus would, and wait for it.
std::optional<QDBusConnection> session_bus();

}  // namespace evenkeel
