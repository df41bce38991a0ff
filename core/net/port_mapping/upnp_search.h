#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/net/port_mapping/uplink.h"
#include "core/net/port_mapping/upnp_action.h"

namespace evenkeel {

inline constexpr std::chrono::seconds search_limit{10};

/// Looks for the gateway device that the router of the uplink is, and for the connection that it uses: the one that has
/// a public address rather than one with any. Takes 1.5 s where it does not answer, and search_limit at most. Devices
/// at other addresses are not asked: any host of the network could say that it is the router.
std::optional<UpnpConnection> find_upnp_connection(const Uplink& uplink, const std::function<bool()>& stop);

/// The better of the two connections of a device whose description lies there; nullopt: it has none that works. What
/// lies or leads to another machine than the device's counts for nothing: a device could have us ask others.
std::optional<UpnpConnection> upnp_connection_at(const HttpPlace& description, const ExchangeLimit& limit);

/// The external address of a connection; nullopt where it has none, or does not say.
std::optional<IpAddress> upnp_external_address(const UpnpConnection& connection, const ExchangeLimit& limit);

/// What answers a search (UPnP Device Architecture 1.1, section 1.3.3), as it came from that address: where the
/// device's description lies. Nullopt unless both are at the gateway's address.
std::optional<HttpPlace> description_in(const std::string& answer, const IpAddress& from, const IpAddress& gateway);

}  // namespace evenkeel
