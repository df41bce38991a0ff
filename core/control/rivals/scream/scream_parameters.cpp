#include "core/control/rivals/scream/scream_parameters.h"

namespace evenkeel {

void ScreamParameters::visit(ParameterVisitor& v) {
  v.visit({"qdelay_target_lo", "QDELAY_TARGET_LO", "", 0.005, 10, "queue delay that counts as marked throughout"},
          qdelay_target_lo);
  v.visit({"qdelay_target_hi", "QDELAY_TARGET_HI", "", 0.005, 10, "the most it goes to beside flows that fill buffers"},
          qdelay_target_hi);
  v.visit({"competing_flows", "adjust_qdelay_target", "", 0, 1, "1: the target adapts between them; 0: it stays"},
          competing_flows);
  v.visit({"qdelay_avg_g", "QDELAY_AVG_G", "", 0.01, 1, "averaging of a rising queue delay, per report"}, qdelay_avg_g);
  v.visit({"beta_loss", "BETA_LOSS", "", 0.1, 1, "factor of the window at a loss, once per round trip"}, beta_loss);
  v.visit(
      {"mul_increase_factor", "MUL_INCREASE_FACTOR", "", 0, 1, "growth per round trip beside one MSS, of the window"},
      mul_increase_factor);
  v.visit({"post_congestion_delay", "POST_CONGESTION_DELAY", "round trips", 1, 10000,
           "until that growth is back in full after congestion"},
          post_congestion_delay);
  v.visit({"virtual_rtt", "VIRTUAL_RTT", "", 0.001, 1, "time between reductions by marks, and what scales their depth"},
          virtual_rtt);
  v.visit({"head_room", "BYTES_IN_FLIGHT_HEAD_ROOM", "", 1, 10, "window over the most in flight during 5 s"},
          head_room);
  v.visit(
      {"overhead_min", "REF_WND_OVERHEAD", "", 1, 10, "bytes in flight over the window where the delay varies much"},
      overhead_min);
  v.visit({"overhead_max", "REF_WND_OVERHEAD", "", 1, 10, "bytes in flight over the window where the delay is steady"},
          overhead_max);
  v.visit({"pacing_headroom", "PACING_HEADROOM", "", 1, 10, "pacing over the target rate"}, pacing_headroom);
  v.visit({"rate_margin", "1.2 + adj + dev", "", 1, 10, "window's rate over the target rate"}, rate_margin);
  v.visit({"packet_overhead", "PACKET_OVERHEAD", "", 0, 200, "header bytes that the target rate leaves out per MSS"},
          packet_overhead);
  v.visit({"mss", "MSS", "", 100, 9000, "largest packet: what the window grows by per round trip"}, mss);
  v.visit({"min_ref_wnd", "MIN_REF_WND", "", 1000, 100000, "smallest window"}, min_ref_wnd);
  v.visit({"l4s", "is_l4s_active", "", 0, 1, "1: ECN marks are L4S's; 0: those of RFC 3168"}, l4s);
  v.visit({"beta_ecn", "BETA_ECN", "", 0.1, 1, "factor of the window at an ECN mark that is not L4S's"}, beta_ecn);
  v.visit({"l4s_avg_g_up", "L4S_AVG_G_UP", "", 0.001, 1, "averaging of a rising share of L4S marks"}, l4s_avg_g_up);
  v.visit({"l4s_avg_g_down", "L4S_AVG_G_DOWN", "", 0.001, 1, "averaging of a falling share of L4S marks"},
          l4s_avg_g_down);
}

void ScreamV1Parameters::visit(ParameterVisitor& v) {
  v.visit({"qdelay_target_lo", "QDELAY_TARGET_LO", "", 0.005, 10, "queue delay that the window aims at"},
          qdelay_target_lo);
  v.visit({"qdelay_target_hi", "QDELAY_TARGET_HI", "", 0.005, 10, "the most it aims at beside flows that fill buffers"},
          qdelay_target_hi);
  v.visit(
      {"competing_flows", "adjust_qdelay_target", "", 0, 1, "1: the target adapts between them (4.1.2.3); 0: stays"},
      competing_flows);
  v.visit({"ramp_up_speed", "RAMP_UP_SPEED", "", 1e3, 1e8, "most that the media rate grows by per second"},
          ramp_up_speed);
  v.visit({"beta_loss", "BETA_LOSS", "", 0.1, 1, "factor of the window at a loss, once per round trip"}, beta_loss);
  v.visit({"beta_r", "BETA_R", "", 0.1, 1, "factor of the media rate at a loss"}, beta_r);
  v.visit({"beta_ecn", "BETA_ECN", "", 0.1, 1, "factor of both at an ECN mark"}, beta_ecn);
  v.visit({"gain", "GAIN", "", 0.01, 10, "gain from off target to the window (RFC 6817)"}, gain);
  v.visit({"qdelay_trend_th", "QDELAY_TREND_TH", "", 0.01, 1, "trend of the queue delay that ends fast increase"},
          qdelay_trend_th);
  v.visit({"qdelay_trend_lo", "QDELAY_TREND_LO", "", 0, 1, "trend below which fast increase may resume"},
          qdelay_trend_lo);
  v.visit(
      {"t_resume_fast_increase", "T_RESUME_FAST_INCREASE", "", 0.1, 600, "time below it until fast increase resumes"},
      t_resume_fast_increase);
  v.visit({"qdelay_weight", "QDELAY_WEIGHT", "", 0.001, 1, "averaging of the queue delay in the trend, per 50 ms"},
          qdelay_weight);
  v.visit({"pre_congestion_guard", "PRE_CONGESTION_GUARD", "", 0, 1, "how much the trend holds the media rate back"},
          pre_congestion_guard);
  v.visit(
      {"tx_queue_size_factor", "TX_QUEUE_SIZE_FACTOR", "", 0, 2, "how much the RTP queue holds the media rate back"},
      tx_queue_size_factor);
  v.visit({"rtp_qdelay_th", "RTP_QDELAY_TH", "", 0.001, 10, "RTP queue delay above which the media rate falls"},
          rtp_qdelay_th);
  v.visit({"rtp_qdelay_scale", "TARGET_RATE_SCALE_RTP_QDELAY", "", 0.1, 1, "by which factor, per adjustment"},
          rtp_qdelay_scale);
  v.visit({"rate_adjust_interval", "RATE_ADJUST_INTERVAL", "", 0.01, 5, "time between adjustments of the media rate"},
          rate_adjust_interval);
  v.visit({"head_room", "MAX_BYTES_IN_FLIGHT_HEAD_ROOM", "", 1, 10, "window over the most in flight during 5 s"},
          head_room);
  v.visit({"min_cwnd", "MIN_CWND", "", 1000, 100000, "smallest window"}, min_cwnd);
  v.visit({"mss", "MSS", "", 100, 9000, "largest packet: what the window grows by per round trip"}, mss);
  v.visit({"rate_pace_min", "RATE_PACE_MIN", "", 1e3, 1e7, "lowest pacing rate"}, rate_pace_min);
}

}  // namespace evenkeel
