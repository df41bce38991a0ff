#pragma once

#include <QDBusConnection>
#include <functional>
#include <optional>

class QObject;

namespace evenkeel {

/// Connects to the system's bus, or finds that there is none. To connect is to wait, up to 25 s for a bus that accepts
/// and stays silent, so that is done only once it has answered, within `limit_ms`; after that, and when `context` is
/// destroyed, `found` is not called any more.
void find_system_bus(QObject* context, int limit_ms, std::function<void(std::optional<QDBusConnection>)> found);

}  // namespace evenkeel
