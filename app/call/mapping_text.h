#pragma once

#include <optional>
#include <string>

#include "core/net/port_mapping/port_mapper.h"

namespace evenkeel {

/// One sentence, or two, about what came of asking a router for a port. `before`: what people were told last, if
/// anything. Empty where there is nothing new for them.
std::string mapping_text(const PortMapping& now, const std::optional<PortMapping>& before);
/// Likewise about the page's port, of a router that maps the call's. `is_confirmed`: not the router alone says where
/// that is, so that the link leads browsers there.
std::string page_mapping_text(const PortMapping& now, const std::optional<PortMapping>& before, bool is_confirmed);
/// That no router has said anything in that time; it may still do.
std::string no_mapping_yet_text(Duration waited);
/// That a router did not say that it took back a mapping, or one that it may have made.
std::string mapping_stays_text(const PortMapping& mapping);

}  // namespace evenkeel
