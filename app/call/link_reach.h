#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/base/endpoint.h"

namespace evenkeel {

/// What a link with these addresses is not good for, in a sentence or two, since whoever gives it to somebody would
/// otherwise not know why nobody calls; empty where it is good for all. `left_out`: addresses of this machine that
/// found no place in it. `asks_outside`: servers or a router were asked for an address of the Internet.
std::string link_reach_text(std::span<const Endpoint> addresses, std::size_t left_out, bool asks_outside);

}  // namespace evenkeel
