#pragma once

#include <vector>

#include "core/control/ldcc.h"

namespace evenkeel::lab {

// Where several flows of LDCC settle according to its control law, for comparison with simulated runs. Flows are fluid;
// the one-way delay is propagation plus queue.

/// A flow on its path without queues.
struct LdccFlow {
  Duration forward{};
  Duration backward{};
  Duration threshold = 100ms;  ///< T_r, or T_r with an estimation error
  int queues = 1;              ///< number of equal queues it passes
};

struct LdccShares {
  Duration queue{};              ///< of each bottleneck
  std::vector<DataRate> rates;   ///< one per flow
  std::vector<Duration> delays;  ///< one way
};

/// Eq. 19 for flows that share queues of one length: the queue at which their rates
///     x = (w/beta) (e + e_b) / (e - T_r)
/// sum up to the capacity. If the capacity is at most w/beta per flow there is no such queue; the result is then the
/// longest queue considered, 10 s.
LdccShares ldcc_delay_mode(const std::vector<LdccFlow>& flows, DataRate capacity);

/// Equal flows with delays below T_r, whose only price is loss: w/x = pi/(1 - pi), and everything sent, including
/// `others`, less the loss equals the capacity.
struct LdccLossMode {
  DataRate rate;    ///< of each flow, as sent
  double loss = 0;  ///< pi
};
LdccLossMode ldcc_loss_mode(int flows, DataRate others, DataRate capacity);

/// Jain's fairness index.
double jain_of(const std::vector<DataRate>& rates);

}  // namespace evenkeel::lab
