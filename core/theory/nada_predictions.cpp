#include <algorithm>
#include <cmath>

#include "core/control/rivals/nada/nada_law.h"
#include "core/theory/algorithm_predictions.h"
#include "core/theory/prediction_text.h"

namespace evenkeel {
namespace {

constexpr double longest_shown = 3600;  // s

/// The conditions and what follows from them, for the lines below.
struct NadaOutlook {
  const NadaParameters& parameters;
  NadaBounds bounds;
  const PathConditions& path;

  bool rate_known() const { return path.rate && *path.rate > DataRate(); }
  bool below_minimum() const { return *path.rate < bounds.clip(DataRate()); }
  bool at_maximum() const { return *path.rate >= bounds.clip(bounds.rmax); }
  double signal() const { return nada_resting_signal(parameters, bounds.rmax, *path.rate); }
};

std::optional<Duration> resting_delay(const NadaOutlook& o) {
  if (!o.rate_known() || !o.path.propagation_delay || o.below_minimum()) return std::nullopt;
  if (o.at_maximum()) return o.path.propagation_delay;
  return *o.path.propagation_delay + from_seconds(o.signal());
}

std::string settled(const NadaOutlook& o, Duration delay) {
  if (o.at_maximum()) return "one way, the path alone: the flow stays at its highest rate, and leaves no queue";
  std::string text = "one way, where a flow of " + text_of(*o.path.rate) + " settles; ";
  text += text_of(delay - *o.path.propagation_delay) + " of it is queue, PRIO XREF RMAX/r";
  if (o.signal() > to_seconds(o.parameters.qth)) text += "; after a loss it may grow on, being above QTH";
  return text;
}

Prediction equilibrium(const NadaOutlook& o) {
  Prediction p{"equilibrium delay", "none", "eq. 5", {}, false, true};
  if (!o.rate_known()) return awaiting(p.name, p.source, the_rate);
  if (!o.path.propagation_delay) return awaiting(p.name, p.source, the_path);
  auto delay = resting_delay(o);
  if (delay && o.path.equilibrium) delay = o.path.equilibrium;
  p.alarming = !delay;
  if (delay) {
    p.value = text_of(*delay);
    p.meaning = settled(o, *delay);
  } else {
    p.meaning = "no equilibrium: " + text_of(*o.path.rate) + " is below the lowest rate; the queue grows until loss";
  }
  return p;
}

Prediction delay_mode(const NadaOutlook& o) {
  const double at_one_bps = nada_resting_signal(o.parameters, o.bounds.rmax, bits_per_second(1));
  const double least = at_one_bps / to_seconds(o.parameters.qth);
  Prediction p{"rate for delay mode", text_of(bits_per_second(least)), "eqs 1, 5", {}, false};
  p.meaning = "a flow that gets less settles at a queue above QTH, which after a loss is discounted: then loss rules";
  p.alarming = o.rate_known() && o.path.rate->bps() < least;
  return p;
}

Prediction ramp_up(const NadaOutlook& o) {
  Prediction p{"ramp-up", {}, "eq. 3", "gamma: how far the rate may exceed the received one, without a queue", false};
  if (!o.path.min_round_trip_time) return awaiting(p.name, p.source, the_path);
  p.value = spaced(format_ratio(nada_gamma(o.parameters, *o.path.min_round_trip_time), 3));
  return p;
}

Prediction loss_mode(const NadaOutlook& o) {
  Prediction p{"equilibrium loss", "none", "eqs 2, 5", "a loss ratio has no price: DLOSS is zero", false, true};
  if (!o.rate_known()) return awaiting(p.name, p.source, the_rate);
  const double penalty = to_seconds(o.parameters.dloss);
  if (penalty <= 0) return p;
  const double ratio = o.parameters.plrref * std::sqrt(o.signal() / penalty);
  p.value = ratio < 1 ? spaced(format_ratio(ratio, 3)) : "none";
  p.meaning = ratio < 1 ? "the loss ratio that holds a flow of " + text_of(*o.path.rate) + " where no queue does"
                        : "no loss ratio holds the flow at so low a rate";
  return p;
}

DataRate rate_without_queue(const Nada2013Parameters& p) { return p.r_max * std::min(1.0, p.w); }

std::optional<Duration> resting_delay(const Nada2013Parameters& p, const PathConditions& path) {
  if (!path.rate || *path.rate <= DataRate() || !path.propagation_delay) return std::nullopt;
  if (*path.rate >= rate_without_queue(p)) return path.propagation_delay;
  const double multiple = p.w * (p.r_max / *path.rate);
  const double delay = std::max(to_seconds(*path.propagation_delay), nada_2013_least_reference) * multiple;
  return from_seconds(std::min(delay, longest_shown));
}

}  // namespace

std::vector<Prediction> predictions_of(const Nada& nada, const PathConditions& path) {
  const NadaOutlook o{nada.parameters(), nada.bounds(), path};
  return {equilibrium(o), ramp_up(o), delay_mode(o), loss_mode(o)};
}

DelayPrediction delays_of(const Nada& nada, const PathConditions& path) {
  if (!path.propagation_delay) return {};
  return {*path.propagation_delay + nada.parameters().qeps, resting_delay({nada.parameters(), nada.bounds(), path})};
}

std::vector<Prediction> predictions_of(const Nada2013& nada, const PathConditions& path) {
  Prediction p{"equilibrium delay", {}, "LDCC, section V-D", {}, false, true};
  const bool rate_known = path.rate && *path.rate > DataRate();
  if (const auto delay = resting_delay(nada.parameters(), path)) {
    p.value = text_of(path.equilibrium.value_or(*delay));
    p.meaning = "one way, where a flow of " + text_of(*path.rate) + " settles: w R_MAX/R times the path's " +
                text_of(*path.propagation_delay) + ", no less than that";
  } else {
    p = awaiting(p.name, p.source, rate_known ? the_path : the_rate);
  }
  return {p,
          {"rate without queue", text_of(rate_without_queue(nada.parameters())), "LDCC, section V-D",
           "a flow that gets less than w R_MAX has the more delay, in proportion", false}};
}

DelayPrediction delays_of(const Nada2013& nada, const PathConditions& path) {
  return {path.propagation_delay, resting_delay(nada.parameters(), path)};
}

}  // namespace evenkeel
