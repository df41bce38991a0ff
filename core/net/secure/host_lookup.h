#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/endpoint.h"
#include "core/net/secure/http_failure.h"
#include "core/net/secure/request_limit.h"

namespace evenkeel {

inline constexpr std::size_t max_host_addresses = 8;

struct FoundHost {
  std::vector<Endpoint> addresses;  ///< at most max_host_addresses, in the resolver's order
  HttpFailure failure;
};

/// Without those that are not of this machine (127.0.0.0/8, ::1), whatever the resolver took the name for.
FoundHost on_this_machine(FoundHost found);

/// Asks the resolver, unless the host is an address, in a thread of its own, which goes on where the limit ends the
/// wait, since nothing can stop it.
/// `held` lives as long as that thread.
FoundHost find_host(const std::string& host, std::uint16_t port, const RequestLimit& limit,
                    const std::shared_ptr<void>& held);

}  // namespace evenkeel
