#pragma once

#include "core/control/rate_controller.h"

namespace evenkeel {

/// The constants of RFC 8698, table 2, with RMIN and RMAX by default as the call has them, and three that are not in
/// the table: the length of the filter (a number in section 5.1.1), XMAX (of the authors' simulation, not in the RFC),
/// and the silence after which the rate is halved (ours).
struct NadaParameters {
  double prio = 1;
  DataRate rmin;  ///< zero: RateLimits::minimum
  DataRate rmax;  ///< zero: RateLimits::maximum, but at most 3 Mbit/s
  Duration xref = 10ms;
  double kappa = 0.5;
  double eta = 2;
  Duration tau = 500ms;
  Duration delta = 100ms;
  Duration logwin = 500ms;
  Duration qeps = 10ms;
  Duration qbound = 50ms;
  Duration dfilt = 120ms;
  double gamma_max = 0.5;
  Duration qth = 50ms;
  double lambda = 0.5;
  double multiloss = 7;
  Duration dloss = 10ms;
  double plrref = 0.01;
  Duration dmark = 2ms;
  double pmrref = 0.01;
  double alpha = 0.1;
  double fps = 30;
  double beta_v = 0.1;
  double beta_s = 0.1;
  int filter = 15;           ///< samples of the minimum filter
  Duration xmax = 500ms;     ///< most that x_curr may be; zero: as in the RFC, what its report can carry
  Duration silence = 500ms;  ///< without a report, after which the rate is halved
};

void visit_nada_parameters(NadaParameters& parameters, ParameterVisitor& visitor);

/// RMIN and RMAX as they apply, and the limits of the call around both.
struct NadaBounds {
  RateLimits limits;
  DataRate rmin;
  DataRate rmax;  ///< finite, above zero

  /// Eqs 8 and 9, then the limits.
  DataRate clip(DataRate rate) const;
};

NadaBounds nada_bounds(const NadaParameters& parameters, const RateLimits& limits);

}  // namespace evenkeel
