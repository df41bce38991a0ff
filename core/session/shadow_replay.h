#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/control/shadow_controllers.h"
#include "core/telemetry/packet_record.h"

namespace evenkeel {

/// What shadow controllers would send at, at one instant of a recorded run.
struct ShadowRow {
  Duration time{};                                               ///< in the run
  std::array<DataRate, ShadowControllers::max_shadows> targets;  ///< in the order of the controllers
};

/// Feeds controllers what a recorded run tells of one flow: `packets` in the order of sending, of which at least one is
/// needed. Reports are not recorded and are made anew: from each packet's arrival, as a receiver writes them (after 50
/// ms or one round trip, after 10 packets, at once where one is missing), and they take `backward_delay`. So a replayed
/// controller sees nearly, and not exactly, what it would have seen in the call; nor is it recorded whether the source
/// had more to send. One row per 100 ms.
std::vector<ShadowRow> replay_shadows(std::span<const PacketRecord> packets, Duration backward_delay,
                                      const RateLimits& limits, std::uint64_t seed, ShadowControllers& shadows);

}  // namespace evenkeel
