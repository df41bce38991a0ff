#include "core/control/rivals/nada/nada_parameters.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr DataRate most_unset_rmax = megabits_per_second(3);  // RFC 8698, section 4.3: where the codec tells none
constexpr DataRate least_rate = kilobits_per_second(1);  // each step is a multiple of the rate: zero would stay zero

void visit_law(NadaParameters& p, ParameterVisitor& v) {
  v.visit({"RMAX", "RMAX", "", 0, 10e9,
           "highest rate, and with XREF the queue at rest; 0: the highest allowed, at most 3 Mbps"},
          p.rmax);
  v.visit({"RMIN", "RMIN", "", 0, 10e9, "lowest rate (eq. 9); 0 takes the lowest allowed"}, p.rmin);
  v.visit({"PRIO", "PRIO", "", 0.01, 100, "weight: at rest, rates of flows that share a queue are as their weights"},
          p.prio);
  v.visit({"XREF", "XREF", "", 0.001, 1, "congestion signal of a flow at rest at RMAX (eq. 5)"}, p.xref);
  v.visit({"KAPPA", "KAPPA", "", 0.01, 10, "gain of the gradual update (eq. 7)"}, p.kappa);
  v.visit({"ETA", "ETA", "", 0, 20, "weight of the signal's change in the gradual update (eq. 7)"}, p.eta);
  v.visit({"TAU", "TAU", "", 0.05, 10, "upper bound of the round trip that the gradual update is made for"}, p.tau);
  v.visit({"DELTA", "DELTA", "", 0.01, 1, "interval of updates (section 6.3: below 250 ms)"}, p.delta);
}

void visit_ramp_up(NadaParameters& p, ParameterVisitor& v) {
  v.visit({"QEPS", "QEPS", "", 0.001, 1, "queueing delay above which the rate is updated gradually (section 4.2)"},
          p.qeps);
  v.visit({"QBOUND", "QBOUND", "", 0.001, 1, "most queueing delay that the ramp-up may inflict on itself (eq. 3)"},
          p.qbound);
  v.visit({"GAMMA_MAX", "GAMMA_MAX", "", 0, 2, "most that the ramp-up may exceed the received rate by (eq. 3)"},
          p.gamma_max);
  v.visit({"DFILT", "DFILT", "", 0, 1, "bound on the filtering delay, for the ramp-up (eq. 3)"}, p.dfilt);
  v.visit({"LOGWIN", "LOGWIN", "", 0.05, 10, "window of received rate, loss ratio and ramp-up criteria"}, p.logwin);
}

void visit_warping(NadaParameters& p, ParameterVisitor& v) {
  v.visit({"QTH", "QTH", "", 0.001, 1, "queueing delay above which delay is discounted after a loss (eq. 1)"}, p.qth);
  v.visit({"LAMBDA", "LAMBDA", "", 0, 10, "how steeply delay is discounted (eq. 1)"}, p.lambda);
  v.visit({"MULTILOSS", "MULTILOSS", "", 0, 100, "average loss intervals until a loss expires (section 4.2)"},
          p.multiloss);
  v.visit({"N", "N", "samples", 1, 100, "packets of the minimum filter on the delay (section 5.1.1)"}, p.filter);
}

void visit_loss(NadaParameters& p, ParameterVisitor& v) {
  v.visit({"DLOSS", "DLOSS", "", 0, 1, "delay penalty of losses at the ratio PLRREF (eq. 2)"}, p.dloss);
  v.visit({"PLRREF", "PLRREF", "", 0.0001, 1, "reference loss ratio (eq. 2)"}, p.plrref);
  v.visit({"ALPHA", "ALPHA", "", 0.001, 1, "weight of a new loss ratio in the smoothed one (eq. 10)"}, p.alpha);
  v.visit({"DMARK", "DMARK", "", 0, 1, "delay penalty of ECN marks at PMRREF; reports tell none yet: no effect"},
          p.dmark);
  v.visit({"PMRREF", "PMRREF", "", 0.0001, 1, "reference marking ratio (eq. 2); no effect yet"}, p.pmrref);
  v.visit({"XMAX", "XMAX", "", 0, 10,
           "most that the congestion signal may be; not in the RFC; 0: 3.28 s, what its report can carry"},
          p.xmax);
  v.visit({"silence", "T_s", "", 0.1, 10,
           "without a report, after which the rate is halved; longer where reports are rare; not in the RFC"},
          p.silence);
}

void visit_shaping(NadaParameters& p, ParameterVisitor& v) {
  v.visit({"BETA_V", "BETA_V", "", 0, 10,
           "by which a backlog of the pacer lowers the encoder's target (eq. 11); no effect in calls"},
          p.beta_v);
  v.visit({"BETA_S", "BETA_S", "", 0, 10,
           "by which a backlog of the pacer raises the sending rate (eq. 12); no effect in calls"},
          p.beta_s);
  v.visit({"FPS", "FPS", "1/s", 1, 240, "frame rate in which a backlog is to be gone (eqs 11, 12); no effect in calls"},
          p.fps);
}

}  // namespace

void visit_nada_parameters(NadaParameters& p, ParameterVisitor& v) {
  visit_law(p, v);
  visit_ramp_up(p, v);
  visit_warping(p, v);
  visit_loss(p, v);
  visit_shaping(p, v);
}

DataRate NadaBounds::clip(DataRate rate) const {
  return limits.clamp(std::max({std::min(rate, rmax), rmin, least_rate}));
}

NadaBounds nada_bounds(const NadaParameters& p, const RateLimits& limits) {
  NadaBounds bounds{limits, std::max(p.rmin, limits.minimum), p.rmax};
  if (bounds.rmax <= DataRate()) bounds.rmax = std::min(limits.maximum, most_unset_rmax);
  bounds.rmax = std::max(bounds.rmax, least_rate);
  return bounds;
}

}  // namespace evenkeel
