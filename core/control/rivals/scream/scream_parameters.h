#pragma once

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/control/rivals/scream/competing_flows.h"
#include "core/parameters/parameter.h"

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

/// The constants of RFC 8298, section 4.1.1.1, with their recommended values.
struct ScreamV1Parameters {
  Duration qdelay_target_lo = 100ms;
  Duration qdelay_target_hi = 400ms;
  int competing_flows = 0;  ///< off: a flow alone would take its own queue for a competitor's
  double qdelay_weight = 0.1;
  double qdelay_trend_th = 0.2;
  double qdelay_trend_lo = 0.2;
  Duration t_resume_fast_increase = 5s;
  DataSize min_cwnd = bytes(3000);
  double head_room = 1.1;
  double gain = 1;
  double beta_loss = 0.8;
  double beta_ecn = 0.9;
  double beta_r = 0.9;
  DataSize mss = bytes(1000);
  Duration rate_adjust_interval = 200ms;
  DataRate ramp_up_speed = kilobits_per_second(200);  ///< per second
  double pre_congestion_guard = 0.1;
  double tx_queue_size_factor = 1;
  Duration rtp_qdelay_th = 20ms;
  double rtp_qdelay_scale = 0.95;
  DataRate rate_pace_min = kilobits_per_second(50);

  ScreamTargetRange target_range() const { return {qdelay_target_lo, qdelay_target_hi}; }
  void visit(ParameterVisitor& visitor);
};

}  // namespace evenkeel
