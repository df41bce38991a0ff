#pragma once

#include <string>
#include <string_view>

#include "core/base/parsed.h"
#include "core/link/link.h"
#include "gui/backend/commands.h"

namespace evenkeel {

/// The link that --link describes: "capacity=2.5Mbps,delay=50ms,buffer=300ms,loss=0%,jitter=0ms". Keys that are not
/// named keep the value of `defaults`. mark=TIME: ECN-capable packets that meet a longer queue get a congestion mark.
/// buffer takes a time or a size; loss is independent unless burst=N, the mean number of packets lost in a row, is
/// given. Reordering: scatter=TIME (each packet takes up to that much longer), late=SHARE and late-by=TIME. Also
/// duplicates=SHARE; dip=DELAY with dip-every=TIME and dip-length=TIME; mtu=SIZE of IP packets, larger ones are lost;
/// rebind=TIME, the interval at which a NAT gives the flow another source port.
Parsed<LinkConfig> parse_link(std::string_view text, const LinkConfig& defaults);

/// What parse_link() takes for a link of the window.
std::string link_text(const LinkSettings& link);

/// "0s:2.5Mbps,40s:1Mbps,80s:2.5Mbps", with ascending times.
Parsed<Capacity> parse_schedule(std::string_view text);

/// Reads a mahimahi trace, also from a pipe.
Parsed<Capacity> read_trace(const std::string& path);
std::string unreadable_trace_text(const std::string& path, const std::string& reason);

/// The demo's default link: 2.5 Mbps, 50 ms, 300 ms of buffer.
LinkConfig default_link();

}  // namespace evenkeel
