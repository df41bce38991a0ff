#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/net/port_mapping/upnp_router.h"

namespace evenkeel {

/// Looks for a gateway device in the network of that address, and for the connection that it uses: the one that has a
/// public address rather than one with any. Takes 1.5 s where nobody answers, 3 s otherwise, and some more where a
/// device is slow.
std::optional<UpnpRouter::Connection> find_upnp_connection(const IpAddress& local, const std::function<bool()>& stop);

/// The better of the two connections of a device whose description lies there; nullopt: it has none that works.
std::optional<UpnpRouter::Connection> upnp_connection_at(const std::string& description_url);

/// The external address of a connection; nullopt where it has none, or does not say.
std::optional<IpAddress> upnp_external_address(const UpnpRouter::Connection& connection);

}  // namespace evenkeel
