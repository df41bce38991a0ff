#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"
#include "core/link/capacity.h"

namespace evenkeel::lab {

/// A number of packets, whatever their sizes.
struct PacketCount {
  int packets = 0;
};

/// The queue in front of a link.
struct QueuePlan {
  enum class Kind {
    drop_tail,
    red,           ///< ns-3's RED with min_threshold and max_threshold
    adaptive_red,  ///< the same with the adaptation of max_p (Floyd, Gummadi, Shenker)
    codel,
    fq_codel,
  };
  Kind kind = Kind::drop_tail;
  /// A Duration means as many bytes as the link's first rate passes on in that time (RFC 8868, 4.3); of a trace, its
  /// mean.
  std::variant<PacketCount, Duration, DataSize> limit = Duration(300ms);
  bool follows_rate = false;  ///< a limit in time is one at the rate of the moment; of drop_tail
  double min_threshold = 0;   ///< of red: packets; 0: as adaptive RED chooses it
  double max_threshold = 0;
};

/// From `at` on, a link's propagation takes so long.
struct DelayStep {
  Duration at{};
  Duration delay{};
};

/// One direction of a hop.
struct LinkPlan {
  DataRate rate = DataRate::unlimited();
  std::vector<CapacityStep> steps{};  ///< later rates
  std::string trace{};                ///< path of a mahimahi trace, in place of rate and steps
  bool traceable = false;             ///< --link-trace replaces its rate and steps
  Duration delay{};                   ///< propagation
  QueuePlan queue{};
  double loss = 0;                       ///< behind the queue, independent from packet to packet; 0 to 1
  Duration jitter_sigma{};               ///< RFC 8868, 4.5.3, without reordering; 0: none
  std::vector<DelayStep> delay_steps{};  ///< later propagations, in order; no packet overtakes those before it
  double reordering = 0;                 ///< share of packets that come `held_back` later, the next ones before them
  Duration held_back = 10ms;             ///< above zero
  Duration burst_interval{};  ///< packets leave at its multiples only, as aggregates; 0: each when it is served
  DataSize bucket{};          ///< tokens that gather at the link's rate: so much passes at once; 0: none
};

struct HopPlan {
  LinkPlan forward;
  LinkPlan backward;
};

/// A chain of routers 0, 1, ... with a hop between each two: one hop is a dumbbell, two a parking lot.
struct NetworkPlan {
  std::vector<HopPlan> hops;
};

}  // namespace evenkeel::lab
