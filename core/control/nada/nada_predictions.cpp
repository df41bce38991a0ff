#include <cmath>

#include "core/control/nada/nada.h"
#include "core/control/nada/nada_law.h"
#include "core/control/prediction_text.h"

namespace evenkeel {
namespace {

/// The conditions and what follows from them, for the lines below.
struct Outlook {
  const NadaParameters& parameters;
  NadaBounds bounds;
  const PathConditions& path;

  bool rate_known() const { return path.rate && *path.rate > DataRate(); }
  bool below_minimum() const { return *path.rate < bounds.clip(DataRate()); }
  bool at_maximum() const { return *path.rate >= bounds.clip(bounds.rmax); }
  double signal() const { return nada_resting_signal(parameters, bounds.rmax, *path.rate); }
};

std::optional<Duration> resting_delay(const Outlook& o) {
  if (!o.rate_known() || !o.path.propagation_delay || o.below_minimum()) return std::nullopt;
  if (o.at_maximum()) return o.path.propagation_delay;
  return *o.path.propagation_delay + from_seconds(o.signal());
}

std::string settled(const Outlook& o, Duration delay) {
  if (o.at_maximum()) return "one way, the path alone: the flow stays at its highest rate, and leaves no queue";
  std::string text = "one way, where a flow of " + text_of(*o.path.rate) + " settles; ";
  text += text_of(delay - *o.path.propagation_delay) + " of it is queue, PRIO XREF RMAX/r";
  if (o.signal() > to_seconds(o.parameters.qth)) text += "; after a loss it may grow on, being above QTH";
  return text;
}

Prediction equilibrium(const Outlook& o) {
  Prediction p{"equilibrium delay", "none", "eq. 5", {}, false};
  if (!o.rate_known()) return awaiting(p.name, p.source, the_rate);
  if (!o.path.propagation_delay) return awaiting(p.name, p.source, the_path);
  const auto delay = resting_delay(o);
  p.alarming = !delay;
  if (delay) {
    p.value = text_of(*delay);
    p.meaning = settled(o, *delay);
  } else {
    p.meaning = "no equilibrium: " + text_of(*o.path.rate) + " is below the lowest rate; the queue grows until loss";
  }
  return p;
}

Prediction delay_mode(const Outlook& o) {
  const double at_one_bps = nada_resting_signal(o.parameters, o.bounds.rmax, bits_per_second(1));
  const double least = at_one_bps / to_seconds(o.parameters.qth);
  Prediction p{"rate for delay mode", text_of(bits_per_second(least)), "eqs 1, 5", {}, false};
  p.meaning = "a flow that gets less settles at a queue above QTH, which after a loss is discounted: then loss rules";
  p.alarming = o.rate_known() && o.path.rate->bps() < least;
  return p;
}

Prediction ramp_up(const Outlook& o) {
  Prediction p{"ramp-up", {}, "eq. 3", "gamma: how far the rate may exceed the received one, without a queue", false};
  if (!o.path.min_round_trip_time) return awaiting(p.name, p.source, the_path);
  p.value = spaced(format_ratio(nada_gamma(o.parameters, *o.path.min_round_trip_time), 3));
  return p;
}

Prediction loss_mode(const Outlook& o) {
  Prediction p{"equilibrium loss", "none", "eqs 2, 5", "a loss ratio has no price: DLOSS is zero", false};
  if (!o.rate_known()) return awaiting(p.name, p.source, the_rate);
  const double penalty = to_seconds(o.parameters.dloss);
  if (penalty <= 0) return p;
  const double ratio = o.parameters.plrref * std::sqrt(o.signal() / penalty);
  p.value = ratio < 1 ? spaced(format_ratio(ratio, 3)) : "none";
  p.meaning = ratio < 1 ? "the loss ratio that holds a flow of " + text_of(*o.path.rate) + " where no queue does"
                        : "no loss ratio holds the flow at so low a rate";
  return p;
}

}  // namespace

std::vector<Prediction> Nada::predictions(const PathConditions& path) const {
  const Outlook o{parameters_, bounds(), path};
  return {equilibrium(o), ramp_up(o), delay_mode(o), loss_mode(o)};
}

DelayPrediction Nada::delay_prediction(const PathConditions& path) const {
  if (!path.propagation_delay) return {};
  return {*path.propagation_delay + parameters_.qeps, resting_delay({parameters_, bounds(), path})};
}

}  // namespace evenkeel
