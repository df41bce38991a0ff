#pragma once

#include "core/parameters/parameter.h"
#include "core/rtp/retransmission_requester.h"
#include "core/session/media_target.h"
#include "core/session/playout_delay.h"
#include "core/session/protection_plan.h"
#include "core/session/retransmission_budget.h"

namespace evenkeel {

/// What can be tuned of loss recovery while a call runs, beside what RecoveryConfig switches. Each end of a call has
/// its own: protection, headroom and the share of retransmissions act in the sending half, the rest in the receiving
/// one. Copies go to the threads that own those halves.
struct RecoveryParameters final : Tunable {
  RecoveryParameters() : Tunable({"recovery", "What mends losses: repair, retransmission, references; and playout"}) {}
  void visit_parameters(ParameterVisitor& v) override;

  ProtectionLimits protection;
  HeadroomLimits headroom;
  double retransmission_share = RetransmissionBudget::usual_share;
  RequestLimits requests;
  Duration broken_after = 40ms;  ///< beyond 1.5 round trips, that a frame is waited for before it is said to be broken
  PlayoutLimits playout;
};

}  // namespace evenkeel
