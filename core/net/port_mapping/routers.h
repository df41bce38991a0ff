#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/net/port_mapping/router.h"

namespace evenkeel {

/// The router of this machine by each protocol, in the order in which they are asked: NAT-PMP, then UPnP. `bound`: the
/// one address that the port is bound to, or all.
std::vector<std::unique_ptr<Router>> make_routers(const Endpoint& bound, PortProtocol protocol,
                                                  const std::function<bool()>& stop);

/// From 49152 on, where no services are (RFC 6335, section 6).
std::uint16_t draw_port();

}  // namespace evenkeel
