#pragma once

#include "core/control/feedback_timeout.h"
#include "core/control/rate_controller.h"
#include "core/control/rivals/nada/nada_loss_interval.h"
#include "core/control/rivals/nada/nada_parameters.h"
#include "core/control/rivals/nada/nada_window.h"
#include "core/control/rivals/nada/update_clock.h"
#include "core/path/confirmed_minimum.h"

namespace evenkeel {

/// Network-assisted dynamic adaptation, RFC 8698, in the variant of its section 6.4: the receiver's part is computed
/// here, from the fate of each packet. Every DELTA, while no loss and no queue is seen (eqs 3, 4),
///     r = max(r, (1 + gamma) r_recv),    gamma = min(GAMMA_MAX, QBOUND / (rtt + DELTA + DFILT)),
/// and else, with the congestion signal x of delay and loss (eqs 1, 2, 5 to 7),
///     r -= KAPPA r [ (delta/TAU) (x - PRIO XREF RMAX/r)/TAU + ETA (x - x_prev)/TAU ].
/// Equilibrium: x = PRIO XREF RMAX / r, which without losses is the queueing delay. All flows of a bottleneck need the
/// same RMAX to be fair.
///
/// RMIN and RMAX are, unless they are set, the limits of the call, which is what the RFC means by them, but RMAX no
/// more than 3 Mbit/s, the RFC's value where the codec tells none (section 4.3). So runs after RFC 8867, whose media
/// end at 1.5 Mbit/s as the RFC's table does, settle at 15 ms at 1 Mbit/s; a call may go to 3 Mbit/s and has 30 ms
/// there. More is to be asked for by RMAX, and has its price: a flow that gets less than RMAX XREF/QTH, a fifth of
/// RMAX, settles above QTH, and after one loss nothing holds its queue but losses. With 8 Mbit/s that is so on any link
/// of less than 1.6 Mbit/s.
///
/// It departs from the RFC in that x is limited to XMAX = 500 ms, or a burst of losses sets it swinging, that loss_int
/// leaves out the open interval, or no loss would expire, that it begins at the start rate of the call, and that it
/// reacts to missing reports. More, and how the rest is read, in nada.cpp.
class Nada final : public RateController {
 public:
  Nada()
      : RateController(
            {"nada",
             "network-assisted dynamic adaptation (RFC 8698), computed by the sender from the fate of each packet"},
            {{"x_curr", "ms"}, {"PRIO XREF RMAX/r", "ms"}, {"d_tilde", "ms"}}) {}
  void visit_parameters(ParameterVisitor& visitor) override { visit_nada_parameters(parameters_, visitor); }

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override { timeout_.on_sent(packet.sent, parameters_.silence); }
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return timeout_.deadline(); }

  /// For who sees the pacer's queue: buffer_len of eqs 11 and 12, zero until it is told. The sender of a call does not
  /// tell it (it corrects the encoder's target by that queue itself): BETA_V and BETA_S have no effect there.
  void on_rate_shaping_buffer(DataSize queued) { buffer_ = queued; }

  NadaParameters& parameters() { return parameters_; }
  const NadaParameters& parameters() const { return parameters_; }
  NadaBounds bounds() const { return nada_bounds(parameters_, limits_); }

 private:
  void learn(const PacketResult& packet);
  void update(Duration delta);
  double signal(double queueing_delay);
  RateUpdate current() const;

  NadaParameters parameters_;
  RateLimits limits_;
  DataRate rate_;           // r_ref
  double last_signal_ = 0;  // x_prev, s
  double loss_ratio_ = 0;   // p_loss
  DataSize buffer_;         // buffer_len
  Duration round_trip_time_{};
  UpdateClock clock_;
  NadaWindow window_;
  NadaLossInterval losses_;
  ConfirmedMinimum base_delay_{10min, 1min};  // d_base
  FeedbackTimeout timeout_;
};

}  // namespace evenkeel
