#include <algorithm>

#include "core/theory/algorithm_predictions.h"

namespace evenkeel {
namespace {

template <class AnyScream>
std::optional<Duration> above_path(const AnyScream& scream, const PathConditions& path, int divisor) {
  if (!path.propagation_delay) return std::nullopt;
  return *path.propagation_delay +
         std::max(scream.queue_delay_target(), scream.parameters().qdelay_target_lo) / divisor;
}

}  // namespace

DelayPrediction delays_of(const Scream& scream, const PathConditions& path) {
  return {above_path(scream, path, 2), {}};
}

DelayPrediction delays_of(const ScreamV1& scream, const PathConditions& path) {
  return {above_path(scream, path, 1), {}};
}

}  // namespace evenkeel
