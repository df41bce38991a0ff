#pragma once

#include <ns3/socket.h>

#include "app/lab/sim/network/network_flow.h"

namespace evenkeel::sim {

/// A UDP socket on any port of the source that sends to the sink's.
ns3::Ptr<ns3::Socket> udp_source(const FlowEnds& ends);
/// A UDP socket on the sink's port, which answers to `source`.
ns3::Ptr<ns3::Socket> udp_sink(const FlowEnds& ends, ns3::Socket& source);
/// Reads and forgets.
void discard_what_comes(ns3::Socket& socket);

}  // namespace evenkeel::sim
