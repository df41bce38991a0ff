#pragma once

#include <string>

namespace evenkeel {

struct CallOptions;

/// Nothing, or one sentence about options of STUN and TURN servers that contradict each other or others.
std::string check_stun_and_turn(const CallOptions& options);
/// The same of a demo, whose two ends are on this machine.
std::string check_demo_servers(const CallOptions& options);

}  // namespace evenkeel
