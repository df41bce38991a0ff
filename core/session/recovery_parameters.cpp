#include "core/session/recovery_parameters.h"

#include "core/session/repair_replay.h"

namespace evenkeel {

void RecoveryParameters::visit_parameters(ParameterVisitor& v) {
  v.visit({"repair_min", "s_c", "", 0, ProtectionPlan::max_share,
           "least bytes of repair per byte of video while other flows compete"},
          protection.min_in_competition);
  v.visit({"window_max", "W", "frames", ProtectionLimits::min_window, RepairReplay::max_window,
           "most frames that a repair packet covers; as many as fit into a round trip, and one"},
          protection.max_window);
  v.visit({"headroom_min", "h_min", "", 0, 0.1, "least share of the rate that video leaves to repair"}, headroom.min);
  v.visit({"headroom_max", "h_max", "", 0.1, 0.5, "largest such share that backlog leads to"}, headroom.max);
  v.visit(
      {"backlog", "b", "", 0, 0.1, "headroom grows until at most a tenth of the frames find more than this waiting"},
      headroom.usual_wait);
  v.visit({"rtx_share", "s_rtx", "", 0, 0.5, "largest share of the rate for packets that are sent again"},
          retransmission_share);
  v.visit(
      {"ask_rtt", "RTT_a", "", 0, 10, "longest round trip at which a hole is asked for at once; above, repair first"},
      requests.max_prompt_round_trip);
  v.visit({"attempts", "n", "", 1, 10, "how often a packet is asked for"}, requests.max_requests);
  v.visit({"broken_after", "T_b", "", 0, 1, "wait beyond 1.5 round trips before a frame is said to be broken"},
          broken_after);
  v.visit({"playout_share", "p", "", 0.5, 1, "share of the frames that playout waits for"}, playout.covered);
  v.visit({"recovered_hold", "T_h", "", 0, 0.25, "most that frames sent again or repaired add to playout's hold"},
          playout.max_for_recovered);
}

}  // namespace evenkeel
