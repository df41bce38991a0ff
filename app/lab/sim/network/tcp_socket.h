#pragma once

#include <ns3/tcp-socket-base.h>

#include "app/lab/plan/flow_plan.h"

namespace evenkeel::sim {

/// ns-3's TCP with what the plan says; else its defaults: selective acknowledgements, PRR, an initial window of ten
/// segments, delayed acknowledgements after 200 ms at the latest. Timestamps are off, so that a full segment's headers
/// are 40 bytes; but LEDBAT measures by them, and there they are 52. Windows never limit, and no number of timeouts
/// ends a connection. `stream` is of BBR's random numbers. Both ends of a connection are made by it.
ns3::Ptr<ns3::TcpSocketBase> make_tcp_socket(ns3::Node& node, const lab::TcpPlan& plan, std::int64_t stream);

/// What a full segment carries.
std::uint32_t tcp_payload(const lab::TcpPlan& plan);

inline constexpr std::uint32_t tcp_buffer = 1 << 22;  ///< bytes that a socket may hold, each way

}  // namespace evenkeel::sim
