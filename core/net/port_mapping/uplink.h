#pragma once

#include <functional>
#include <optional>

#include "core/base/endpoint.h"

namespace evenkeel {

/// How this machine reaches the Internet by IPv4.
struct Uplink {
  IpAddress gateway{};  ///< the router that the route leads to
  IpAddress local{};    ///< of this machine, as the router sees it
};

/// Asks the kernel (rtnetlink(7)) for the route that packets to the Internet take; from `bound`, one address of this
/// machine, by the interface that has it. Nullopt: there is none, or it needs no router. Sends nothing.
std::optional<Uplink> find_uplink(const IpAddress& bound = any_ipv4);

using FindUplink = std::function<std::optional<Uplink>()>;

}  // namespace evenkeel
