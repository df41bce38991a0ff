#include <algorithm>

#include "core/base/quantity.h"
#include "core/theory/algorithm_predictions.h"

namespace evenkeel {
namespace {

constexpr Duration lateness = 100us;  // of a timer of today, now and then

}  // namespace

// No closed form but this one: each wake-up that is late by L turns t_ipi into t_ipi + L.
std::vector<Prediction> predictions_of(const Rfc3448& loop, const PathConditions& path) {
  Prediction out{"rate lost", "-", "Algorithm 1", "awaits the rate of the flow: nothing was sent yet", false};
  if (loop.variant() == Rfc3448Variant::nominal) {
    out.value = "none";
    out.source = "RFC 5348, 8.3";
    out.meaning = "what a late timer costs is made up for, up to one round trip; beyond that no closed form is known";
    return {out};
  }
  if (!path.rate || *path.rate <= DataRate()) return {out};
  Duration interval = path.packet / *path.rate;
  if (loop.variant() == Rfc3448Variant::burst) interval = std::max(interval, loop.parameters().t_g);
  const double lost = to_seconds(lateness) / to_seconds(interval + lateness);
  out.value = format_number(100 * lost, 3) + " %";
  out.meaning = "for each 0.1 ms that the timer is late: it is not made up for; beyond that no closed form is known";
  return {out};
}

std::vector<Prediction> predictions_of(const TokenBucket& bucket, const PathConditions&) {
  const double spare = to_milliseconds(bucket.parameters().longest_tick - bucket.parameters().interval);
  return {{"rate lost", "none", "IntervalBudget",
           "a timer late by up to " + format_number(std::max(spare, 0.0), 3) + " ms is made up for, beyond it is not",
           spare <= 0}};
}

}  // namespace evenkeel
