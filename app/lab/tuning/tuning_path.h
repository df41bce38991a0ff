#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/delay_kind.h"
#include "core/control/rate_controller.h"
#include "core/link/link.h"

namespace evenkeel::tuning {

/// Who sends on the path.
enum class Source {
  camera,  ///< a video encoder as RFC 8593 models it, 30 fps
  greedy,  ///< always has more to send, in packets of one size: what closed forms assume
};

/// The path that parameters are searched for, and the call on it.
struct TuningPath {
  LinkConfig link;            ///< of the media; its capacity must be limited. The seed is set for each call
  Duration backward_delay{};  ///< one way, of the reports, which nothing else slows
  RateLimits limits;
  DelayKind delay_kind = DelayKind::true_;  ///< what the sender knows of the one-way delay
  Duration span = 120s;                     ///< of each call
  Source source = Source::camera;
};

/// Parameters of a controller by their names, as set_parameter() takes them: {"w", "20kbps"}.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// What a call on the path came to.
struct PathMeasure {
  double use = 0;  ///< of the capacity, 0 to 1: what arrived but padding, from the start of the call to its end
  /// Of the link's queue, looked at every 10 ms: the p95 of one half of the call or of the other, whichever is longer.
  /// Over the call as a whole, a queue that grows so slowly that the call ends first would look short.
  double queue_p95_ms = 0;
};

PathMeasure mean_of(const std::vector<PathMeasure>& calls);

/// One call in virtual time. Equal arguments give equal results. The seed decides losses and jitter, the sizes of
/// frames, the controller's random numbers, and of a recorded trace that is longer than the call which piece of it the
/// link follows. `controller` and `settings` must be valid.
PathMeasure measure_call(const TuningPath& path, const std::string& controller, const Settings& settings,
                         std::uint64_t seed);

}  // namespace evenkeel::tuning
