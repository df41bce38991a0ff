#include "core/control/rivals/gcc/gcc.h"
#include "core/control/rivals/gcc/gcc_2016.h"

// The parameters that both forms share have one description; the defaults are each form's own.

namespace evenkeel {
namespace {

void visit(ParameterVisitor& v, gcc::DetectorParameters& p) {
  v.visit({"threshold", "gamma(0)", "ms", 6, 600, "threshold of T = min(n, 60) gradient at the start"}, p.threshold);
  v.visit({"k_u", "K_u", "1/ms", 1e-5, 0.1, "how fast the threshold follows |T| up"}, p.k_up);
  v.visit({"k_d", "K_d", "1/ms", 1e-5, 0.1, "how fast it follows |T| down"}, p.k_down);
  v.visit({"overuse_time", "T_o", "", 0, 1, "for how long T has to be above the threshold"}, p.overuse_time);
}

void visit(ParameterVisitor& v, gcc::RateDecisionParameters& p) {
  v.visit({"beta", "beta", "", 0.1, 0.99, "a decrease goes to beta times the acknowledged rate"}, p.aimd.beta);
  v.visit({"eta", "eta", "", 1, 2, "growth per second while the link's capacity is unknown"}, p.aimd.eta);
  v.visit({"headroom", "h", "", 1.05, 10, "no growth above so many times the acknowledged rate"}, p.aimd.headroom);
  v.visit({"loss_low", "p_low", "", 0, 0.5, "share of packets lost up to which the loss part lets the rate grow"},
          p.loss.low);
  v.visit({"loss_high", "p_high", "", 0.01, 1, "share of packets lost above which it cuts by half the share"},
          p.loss.high);
  v.visit(
      {"estimator", "estimator", "", 0, 1, "of the acknowledged rate: 0 the robust one, 1 the Bayesian one before it"},
      p.estimator);
}

void visit(ParameterVisitor& v, gcc::ProbingParameters& p) {
  v.visit({"probing", "probing", "", 0, 1, "1: probes by raised pacing; 0: none"}, p.enabled);
  v.visit({"probe_first", "p_1", "", 1, 20, "rate of the first probe over the start rate"}, p.first);
  v.visit({"probe_second", "p_2", "", 1, 20, "rate of the second probe over the start rate"}, p.second);
  v.visit({"probe_further", "p_n", "", 1, 10, "rate of a further probe over the last result"}, p.further);
  v.visit({"probe_success", "p_s", "", 0.1, 1, "least result over the probe's rate for a further one"},
          p.further_threshold);
  v.visit({"alr_factor", "p_alr", "", 1, 10, "rate of a probe over the target, while the source uses little of it"},
          p.limited_factor);
  v.visit({"alr_interval", "T_alr", "", 0.5, 1000, "between such probes"}, p.limited_interval);
}

}  // namespace

void Gcc::visit_parameters(ParameterVisitor& v) {
  auto& t = parameters_.trendline;
  v.visit({"groups", "n", "", gcc::Trendline::fewest_groups, gcc::Trendline::most_groups,
           "packet groups that the trend line goes through"},
          t.groups);
  v.visit({"smoothing", "alpha", "", 0, 0.999, "of the accumulated delay, per group"}, t.smoothing);
  v.visit({"gain", "g", "", 0.1, 100, "of the slope, before it is held against the threshold"}, t.gain);
  visit(v, parameters_.detector);
  visit(v, parameters_.decision);
  visit(v, parameters_.probing);
  v.visit({"pacing", "p_f", "", 1, 10, "pacing over target"}, parameters_.pacing);
}

void Gcc2016::visit_parameters(ParameterVisitor& v) {
  auto& f = parameters_.filter;
  v.visit({"q", "q", "ms^2", 1e-6, 1, "variance by which the gradient wanders from group to group"}, f.q);
  v.visit({"chi", "chi", "", 0.001, 0.1, "how fast the variance of the noise is learnt, at 30 groups per second"},
          f.chi);
  visit(v, parameters_.detector);
  visit(v, parameters_.decision);
  v.visit({"pacing", "p_f", "", 1, 10, "pacing over target"}, parameters_.pacing);
}

}  // namespace evenkeel
