#pragma once

#include <optional>

#include "core/units/time.h"

namespace evenkeel {

/// The queue delay is sampled every 50 ms (RFC 8298, section 4.1.2), though it is learned with the reports only: a
/// report yields as many samples of its value as intervals have passed, a second's worth at most.
class ScreamSampler {
 public:
  int due(LocalTime now) {
    if (!next_) next_ = now;
    int samples = 0;
    for (; samples < most && *next_ <= now; ++samples) *next_ += interval;
    if (*next_ <= now) next_ = now + interval;
    return samples;
  }

  void reset() { next_.reset(); }

 private:
  static constexpr Duration interval = 50ms;
  static constexpr int most = 20;
  std::optional<LocalTime> next_;
};

}  // namespace evenkeel
