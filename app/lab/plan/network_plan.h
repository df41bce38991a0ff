#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"
#include "core/link/capacity.h"
#include "core/link/impairments.h"

namespace evenkeel::lab {

/// A number of packets of any size.
struct PacketCount {
  int packets = 0;
};

/// The queue in front of a link.
struct QueuePlan {
  enum class Kind {
    drop_tail,
    red,           ///< ns-3's RED with min_threshold and max_threshold
    adaptive_red,  ///< RED with adaptation of max_p (Floyd, Gummadi, Shenker)
    codel,
    fq_codel,
  };
  Kind kind = Kind::drop_tail;
  /// A Duration is converted to the bytes that the link sends in that time at its first rate (RFC 8868, 4.3), or at a
  /// trace's mean rate.
  std::variant<PacketCount, Duration, DataSize> limit = Duration(300ms);
  bool follows_rate = false;  ///< of drop_tail: a limit in time follows the present rate
  double min_threshold = 0;   ///< of red: packets; 0: as adaptive RED chooses
  double max_threshold = 0;
};

/// From `at` on, a link has this propagation delay.
struct DelayStep {
  Duration at{};
  Duration delay{};
};

/// One direction of a hop.
struct LinkPlan {
  DataRate rate = DataRate::unlimited();
  std::vector<CapacityStep> steps{};  ///< later rates
  std::string trace{};                ///< path of a mahimahi trace that replaces rate and steps
  bool traceable = false;             ///< whether --link-trace replaces its rate and steps
  Duration delay{};                   ///< propagation delay
  QueuePlan queue{};
  double loss = 0;                       ///< after the queue, independent for each packet; 0 to 1
  Duration jitter_sigma{};               ///< RFC 8868, 4.5.3, without reordering; 0: none
  std::vector<DelayStep> delay_steps{};  ///< later propagation delays, in order; packets are not reordered
  double reordering = 0;                 ///< fraction of packets delayed by `held_back` and overtaken by later ones
  Duration held_back = 10ms;             ///< above zero
  Duration scatter{};         ///< each packet takes 0 to this longer, uniformly, and may overtake others; 0: none
  double duplicates = 0;      ///< fraction of packets that arrive twice
  DelayDips dips{};           ///< packets are not reordered by them
  DataSize mtu{};             ///< larger IP packets are lost; 0: no limit
  Duration burst_interval{};  ///< packets leave in aggregates at multiples of this; 0: each when it is served
  DataSize bucket{};          ///< size of a token bucket that fills at the link's rate and lets bursts pass; 0: none
};

struct HopPlan {
  LinkPlan forward;
  LinkPlan backward;
};

/// A chain of routers 0, 1, ... with a hop between neighbours: one hop is a dumbbell, two are a parking lot.
struct NetworkPlan {
  std::vector<HopPlan> hops;
};

}  // namespace evenkeel::lab
