#pragma once

#include <vector>

#include "core/control/ldcc.h"

namespace evenkeel::lab {

// Where several flows of LDCC settle, by the literal law: what the laboratory holds its runs against. Flows are fluid,
// the one-way delay is propagation and queue.

/// A flow on its path without queues.
struct LdccFlow {
  Duration forward{};
  Duration backward{};
  Duration threshold = 100ms;  ///< T_r, or what an estimation error makes of it
  int queues = 1;              ///< equal queues that it passes
};

struct LdccShares {
  Duration queue{};              ///< of each bottleneck
  std::vector<DataRate> rates;   ///< one per flow
  std::vector<Duration> delays;  ///< one way
};

/// Eq. 19 for flows that share queues of one length: the queue at which their rates
///     x = (w/beta) (e + e_b) / (e - T_r)
/// sum up to the capacity. Flows whose sum is not above w/beta each have none; the queue is then the longest looked at,
/// 10 s.
LdccShares ldcc_delay_mode(const std::vector<LdccFlow>& flows, DataRate capacity);

/// Equal flows below T_r, whose only price is that of loss: w/x = pi/(1 - pi), and what is sent, `others` included,
/// less what is lost is the capacity.
struct LdccLossMode {
  DataRate rate;    ///< of each flow, as sent
  double loss = 0;  ///< pi
};
LdccLossMode ldcc_loss_mode(int flows, DataRate others, DataRate capacity);

double jain_of(const std::vector<DataRate>& rates);

}  // namespace evenkeel::lab
