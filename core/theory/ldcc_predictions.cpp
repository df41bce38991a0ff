#include <algorithm>
#include <numbers>

#include "core/theory/algorithm_predictions.h"
#include "core/theory/ldcc_theory.h"
#include "core/theory/prediction_text.h"

namespace evenkeel {
namespace {

/// The conditions and what follows from them, for the lines below.
struct LdccOutlook {
  const LdccParameters& parameters;
  const PathConditions& path;
  std::optional<DataRate> cap;
  std::optional<Duration> delay;

  bool delays_known() const { return path.propagation_delay && path.backward_delay; }
  bool below_bound() const { return *path.rate <= ldcc_lowest_rate(parameters); }
  bool capped() const { return cap && *path.rate > *cap; }
};

LdccOutlook outlook(const LdccParameters& parameters, const PathConditions& path) {
  LdccOutlook o{parameters, path, std::nullopt, std::nullopt};
  if (!path.backward_delay) return o;
  if (path.propagation_delay) o.cap = ldcc_rate_cap(parameters, *path.propagation_delay, *path.backward_delay);
  if (path.rate) o.delay = ldcc_equilibrium_delay(parameters, *path.rate, *path.backward_delay);
  if (o.delay && path.equilibrium) o.delay = path.equilibrium;
  if (o.delay && path.propagation_delay) o.delay = std::max(*o.delay, *path.propagation_delay);  // no queue below zero
  return o;
}

std::string no_equilibrium(const LdccOutlook& o) {
  return "no equilibrium: " + text_of(*o.path.rate) + " is not above w/beta; the delay grows until packets are lost";
}

Prediction equilibrium(const LdccOutlook& o) {
  Prediction p{"equilibrium delay", "none", "eq. 19", {}, false, true};
  if (!o.path.rate) return awaiting(p.name, p.source, the_rate);
  if (!o.delays_known()) return awaiting(p.name, p.source, the_path);
  if (!o.delay) {
    p.meaning = no_equilibrium(o);
    p.alarming = true;
    return p;
  }
  p.value = text_of(*o.delay);
  p.meaning = o.capped() ? "one way, the path alone: it takes longer than T_r and leaves no room for a queue"
                         : "one way, where a flow of " + text_of(*o.path.rate) + " settles; " +
                               text_of(*o.delay - *o.path.propagation_delay) + " of it is queue";
  return p;
}

Prediction lowest_rate(const LdccOutlook& o) {
  Prediction p{"lowest rate", text_of(ldcc_lowest_rate(o.parameters)), "eq. 20", {}, false};
  p.meaning = "w/beta: a flow that gets less has no equilibrium; its delay grows until packets are lost";
  p.alarming = o.path.rate && o.below_bound();
  if (p.alarming) p.meaning = no_equilibrium(o);
  return p;
}

Prediction rate_cap(const LdccOutlook& o) {
  Prediction p{"rate cap", "none", "eqs 17, 19", "the path takes no longer than T_r: the rate is not capped", false};
  if (!o.delays_known()) return awaiting(p.name, p.source, the_path);
  if (!o.cap) return p;
  p.value = text_of(*o.cap);
  p.meaning = "the path alone takes longer than T_r and has a price without a queue: no rate above this; raise T_r";
  p.alarming = o.path.rate && o.capped();
  return p;
}

Prediction climb(const LdccOutlook& o) {
  Prediction p{"climb", {}, "eq. 25", "eta w per round trip, while the delay is below T_r and nothing is lost", false};
  if (!o.path.min_round_trip_time || *o.path.min_round_trip_time <= Duration::zero()) {
    return awaiting(p.name, p.source, the_path);
  }
  p.value = text_of(o.parameters.w * (o.parameters.eta / to_seconds(*o.path.min_round_trip_time))) + " per s";
  return p;
}

std::optional<Prediction> no_margin(const LdccOutlook& o, const std::string& name, const std::string& source) {
  if (!o.path.rate) return awaiting(name, source, the_rate);
  if (o.below_bound()) return Prediction{name, "none", source, no_equilibrium(o), true};
  if (o.capped()) return Prediction{name, "none", source, "no queue in equilibrium: nothing that could swing", false};
  return std::nullopt;
}

Prediction phase_margin(const LdccOutlook& o) {
  Prediction p{"phase margin", {}, "eq. 43", {}, false};
  if (const auto none = no_margin(o, p.name, p.source)) return *none;
  const LdccMargins m = *ldcc_margins(o.parameters, *o.path.rate);
  p.value = format_number(m.phase * 180 / std::numbers::pi, 3) + " deg";
  p.alarming = m.phase <= 0;
  p.meaning = p.alarming ? "unstable: rate and delay swing without end; lower eta or beta"
                         : "of the fluid law: the smaller, the longer rate and delay ring; at 0 they never settle";
  if (!o.delay) return p;
  const double period = to_seconds(*o.delay + *o.path.backward_delay) * 2 * std::numbers::pi / m.gain_crossover;
  p.meaning += "; a swing takes about " + text_of(from_seconds(period));
  return p;
}

Prediction gain_margin(const LdccOutlook& o) {
  Prediction p{"gain margin", {}, "eq. 43", {}, false};
  if (const auto none = no_margin(o, p.name, p.source)) return *none;
  const LdccMargins m = *ldcc_margins(o.parameters, *o.path.rate);
  p.value = format_number(m.gain, 3) + " times";
  p.alarming = m.gain <= 1;
  p.meaning = p.alarming ? "unstable: rate and delay swing without end; lower eta or beta"
                         : "what eta may be raised by until the fluid law is unstable; too kind, see the next line";
  return p;
}

Prediction sampled_gain_margin(const LdccOutlook& o) {
  Prediction p{"gain margin, sampled", {}, "ours, of eq. 25", {}, false};
  if (const auto none = no_margin(o, p.name, p.source)) return *none;
  const double margin = *ldcc_sampled_gain_margin(o.parameters, *o.path.rate);
  p.value = format_number(margin, 3) + " times";
  p.alarming = margin <= 1;
  p.meaning = p.alarming ? "unstable: one step per round trip overshoots more each time; lower eta or beta"
                         : "the same for the law as it runs: one step per round trip, on averages of the one before";
  return p;
}

}  // namespace

std::vector<Prediction> predictions_of(const Ldcc& ldcc, const PathConditions& path) {
  const LdccOutlook o = outlook(ldcc.parameters(), path);
  return {equilibrium(o),  lowest_rate(o), rate_cap(o),           climb(o),
          phase_margin(o), gain_margin(o), sampled_gain_margin(o)};
}

DelayPrediction delays_of(const Ldcc& ldcc, const PathConditions& path) {
  return {ldcc.parameters().t_r, outlook(ldcc.parameters(), path).delay};
}

}  // namespace evenkeel
