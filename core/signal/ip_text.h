#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/endpoint.h"

namespace evenkeel {

/// Of "192.0.2.7" or an IPv6 address without brackets and zone (RFC 4291, section 2.2). Nullopt for all else, names
/// included: nothing is looked up.
std::optional<IpAddress> parse_ip(std::string_view text);

/// IPv6 in the one form of RFC 5952; what is mapped is written as IPv4.
std::string format_ip(const IpAddress& address);

}  // namespace evenkeel
