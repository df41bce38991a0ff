#include <algorithm>

#include "core/pacing/rfc3448.h"
#include "core/units/quantity.h"

namespace evenkeel {
namespace {

constexpr Duration lateness = 100us;  // of a timer of today, now and then

}  // namespace

// No closed form but this one: each wake-up that is late by L turns t_ipi into t_ipi + L.
std::vector<Prediction> Rfc3448::predictions(const PathConditions& path) const {
  Prediction out{"rate lost", "-", "Algorithm 1", "awaits the rate of the flow: nothing was sent yet", false};
  if (variant_ == Rfc3448Variant::kNominal) {
    out.value = "none";
    out.source = "RFC 5348, 8.3";
    out.meaning = "what a late timer costs is made up for, up to one round trip; beyond that no closed form is known";
    return {out};
  }
  if (!path.rate || *path.rate <= DataRate()) return {out};
  Duration interval = path.packet / *path.rate;
  if (variant_ == Rfc3448Variant::kBurst) interval = std::max(interval, parameters_.t_g);
  const double lost = to_seconds(lateness) / to_seconds(interval + lateness);
  out.value = format_number(100 * lost, 3) + " %";
  out.meaning = "for each 0.1 ms that the timer is late: it is not made up for; beyond that no closed form is known";
  return {out};
}

}  // namespace evenkeel
