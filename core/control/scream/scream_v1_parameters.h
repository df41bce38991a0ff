#pragma once

#include "core/control/scream/competing_flows.h"
#include "core/parameters/parameter.h"
#include "core/units/data_rate.h"

namespace evenkeel {

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
