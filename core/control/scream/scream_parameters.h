#pragma once

#include "core/control/scream/competing_flows.h"
#include "core/parameters/parameter.h"
#include "core/units/data_size.h"

namespace evenkeel {

/// The constants of SCReAM v2; what is not in the text at hand is said in scream.cpp.
struct ScreamParameters {
  Duration qdelay_target_lo = 60ms;
  Duration qdelay_target_hi = 400ms;
  int competing_flows = 0;  ///< off: the losses of a drop of the capacity would raise the target
  double qdelay_avg_g = 0.25;
  double beta_loss = 0.7;
  double beta_ecn = 0.8;
  int l4s = 1;  ///< 1: marks are L4S's; 0: those of RFC 3168
  double l4s_avg_g_up = 1.0 / 8;
  double l4s_avg_g_down = 1.0 / 128;
  Duration virtual_rtt = 25ms;
  double mul_increase_factor = 0.02;
  double post_congestion_delay = 100;  ///< round trips
  double head_room = 1.5;
  double overhead_min = 1.5;
  double overhead_max = 3;
  double pacing_headroom = 1.5;
  double rate_margin = 1.2;
  DataSize packet_overhead = bytes(20);
  DataSize mss = bytes(1000);
  DataSize min_ref_wnd = bytes(3000);

  ScreamTargetRange target_range() const { return {qdelay_target_lo, qdelay_target_hi}; }
  void visit(ParameterVisitor& visitor);
};

}  // namespace evenkeel
