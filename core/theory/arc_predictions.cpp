#include <algorithm>

#include "core/theory/algorithm_predictions.h"
#include "core/theory/arc_theory.h"
#include "core/theory/prediction_text.h"

namespace evenkeel {
namespace {

std::string ramp_text(const ArcParameters& p, double packets) {
  const DataRate per_second = bits_per_second(packets * static_cast<double>(p.packet.bits()));
  return format_number(packets, 3) + " packets/s^2, " + text_of(per_second) + " per s";
}

Prediction ramp(const ArcParameters& p, const PathConditions& path) {
  Prediction out{
      "ramp", {}, "eqs 1, 3", "how fast the rate climbs on an empty path; nearly the same for all RTTs", false};
  if (!path.min_round_trip_time) return awaiting(out.name, out.source, the_path);
  out.value = ramp_text(p, arc_ramp(p, *path.min_round_trip_time));
  return out;
}

Prediction steepest_ramp(const ArcParameters& p) {
  return {"steepest ramp", ramp_text(p, arc_steepest_ramp(p)), "eqs 1, 3", "k/alpha: the bound for short round trips",
          false};
}

/// Packets at rest; nothing while the conditions are not all known.
std::optional<double> backlog(const ArcParameters& p, const PathConditions& path) {
  if (!path.rate || *path.rate <= DataRate() || !path.propagation_delay || !path.min_round_trip_time) return {};
  return arc_backlog(p, arc_round_trip(p, p.qthresh, *path.rate, *path.min_round_trip_time));
}

Prediction not_yet(const Prediction& p, const PathConditions& path) {
  return awaiting(p.name, p.source, path.rate && *path.rate > DataRate() ? the_path : the_rate);
}

Prediction equilibrium(const ArcParameters& p, const PathConditions& path) {
  Prediction out{"equilibrium delay", {}, "eqs 1, 3", {}, false, true};
  const auto packets = backlog(p, path);
  if (!packets) return not_yet(out, path);
  const Duration computed = arc_queueing_delay(p, *packets, *path.rate);
  const Duration delay = path.equilibrium.value_or(*path.propagation_delay + computed);
  const Duration queue = std::max(delay - *path.propagation_delay, Duration::zero());
  out.value = text_of(delay);
  out.meaning = "one way, alone at " + text_of(*path.rate) + ": " + text_of(queue) + " of it is a backlog of " +
                format_number(*packets, 3) + " packets, q_thresh and what eq. 1 lags behind";
  return out;
}

Prediction window(const ArcParameters& p, const PathConditions& path) {
  Prediction out{"window", {}, "eq. 1", "w at rest: twice the backlog, and the rate for mRTT + 1/k", false, true};
  const auto packets = backlog(p, path);
  if (!packets) return not_yet(out, path);
  const double w = arc_window(p, *packets, *path.rate, *path.min_round_trip_time);
  out.value = spaced(format_size(bytes(static_cast<std::int64_t>(w)), 3));
  return out;
}

Prediction time_constant(const ArcParameters& p) {
  return {"time constant", text_of(from_seconds(1 / (2 * p.k))), "eq. 1",
          "1/(2k): in which a backlog comes to rest once the window is held, and drains after a loss", false};
}

}  // namespace

std::vector<Prediction> predictions_of(const Arc& arc, const PathConditions& path) {
  const ArcParameters& p = arc.parameters();
  return {equilibrium(p, path), ramp(p, path), steepest_ramp(p), window(p, path), time_constant(p)};
}

DelayPrediction delays_of(const Arc& arc, const PathConditions& path) {
  const ArcParameters& p = arc.parameters();
  const auto packets = backlog(p, path);
  if (!packets) return {};
  const auto at = [&](double n) { return *path.propagation_delay + arc_queueing_delay(p, n, *path.rate); };
  return {at(p.qthresh), at(*packets)};
}

}  // namespace evenkeel
