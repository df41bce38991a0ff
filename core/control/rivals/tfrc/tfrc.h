#pragma once

#include "core/control/loss_events.h"
#include "core/control/loss_intervals.h"
#include "core/control/rate_controller.h"
#include "core/control/rivals/tfrc/allowance.h"
#include "core/control/rivals/tfrc/flow_measures.h"
#include "core/control/rivals/tfrc/loss_event_estimators.h"
#include "core/control/rivals/tfrc/nofeedback_timer.h"
#include "core/control/rivals/tfrc/receive_rate.h"

namespace evenkeel {

/// RFC 5348, and the variants that papers compare with. Switches are 0 or 1.
struct TfrcParameters {
  int rto = 0;           ///< t_RTO, a TimeoutRule: 0 4R, 1 max(1 s, SRTT + 4 RTTVAR), 2 the same from 200 ms on
  int intervals = 8;     ///< n, also L: loss intervals that are averaged
  double scale = 1;      ///< the equation's result times this (Rhee and Xu, Fig. 5)
  int rfc3448 = 0;       ///< the rules of RFC 3448, see below
  int self_clocked = 0;  ///< the "enhanced" form of Bansal et al., SIGCOMM 2001, see below
  double self_clock_gain = 1.1;
  int history_discounting = 0;  ///< section 5.5
  int oscillation_damping = 1;  ///< section 4.5
  DataSize s;                   ///< segment size; zero: the mean size of the packets sent
};

/// TCP-friendly rate control, RFC 5348 (September 2008), in the sender-based form of its section 7: the receiver
/// reports packets, and the sender finds loss events, their rate p, and the receive rate. With p = 0 the rate doubles
/// once per round trip (slow start), then
///     X = max( min( X_Bps(p, R, t_RTO), recv_limit ), s / 64 s ),  recv_limit = 2 max(X_recv_set)
///
/// Sizes: s, X and X_recv all count IP packets, where the RFC counts segments without headers. The rate in packets per
/// second is the same.
///
/// rfc3448: recv_limit is twice the X_recv of the last feedback, without X_recv_set and without the rule for
/// data-limited intervals; the first rate is two packets per round trip; discounts go down to 0.5.
/// self_clocked: after the first loss, recv_limit is X_recv in a round trip with a loss, else self_clock_gain times it.
/// Both by what others say of them (RFC 5348, section 9; the papers that compare with the second), not by their texts.
///
/// Departures:
/// * X begins at the start rate, not at s per second; with the first round-trip sample it goes up to W_init/R, never
///   down. What falls below the least rate allowed or goes beyond the highest is kept as X, and clamped on its way out.
/// * Reports come more often than once per round trip; one per round trip on average is taken as the RFC's feedback
///   packet, and any that tells a new loss event. So slow start doubles once per such packet, without tld.
/// * The nofeedback timer runs for 200 ms at least: receivers that do not know the round trip report each 50 ms.
/// * An interval is data-limited by what was sent, see TfrcAllowance.
/// * Reports in which nothing arrived are no feedback packets; the losses they report count with the next one,
/// once there is a round-trip sample.
/// * A late packet does not undo the loss event that its absence made.
class Tfrc final : public RateController {
 public:
  Tfrc()
      : RateController(
            {"tfrc", "TCP-friendly rate control: the throughput equation of TCP at the loss event rate (RFC 5348)"},
            {{"p", ""}, {"X_Bps", "bit/s"}, {"recv_limit", "bit/s"}}) {}
  void visit_parameters(ParameterVisitor& visitor) override;

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return timer_.deadline(); }
  /// Rates are zero where there is none: X_Bps before the first loss, recv_limit while it is unlimited.

  TfrcParameters& parameters() { return parameters_; }
  const TfrcParameters& parameters() const { return parameters_; }
  TimeoutRule timeout_rule() const;
  /// p, zero before the first loss event.
  double loss_event_rate() const { return p_; }
  /// R, zero before the first sample.
  Duration round_trip_time() const { return round_trip_.mean(); }
  DataRate allowed_rate() const { return allowed_; }                        ///< X, before damping and limits
  DataRate receive_rate_limit() const { return receive_rates_.maximum(); }  ///< max(X_recv_set)
  const LossIntervals& loss_intervals() const { return intervals_; }
  /// The equation's terms as they are now, for f(p) at any p.
  ThroughputTerms throughput_terms() const;

  /// Since start(); see LossEventEstimators.
  const LossEventEstimators& estimators() const { return estimators_; }
  std::int64_t loss_events() const { return estimators_.loss_events(); }
  std::int64_t packets() const { return estimators_.packets(); }
  double mean_theta() const { return estimators_.mean_theta(); }
  double mean_inverse_theta_hat() const { return estimators_.mean_inverse_theta_hat(); }
  DataRate mean_equation_rate() const { return estimators_.mean_rate(); }

 private:
  void learn_arrivals(const PathReport& report);
  void learn_losses(const PathReport& report);
  void take_back(const PacketResult& late);
  void on_loss_event(std::optional<std::int64_t> event_before, std::int64_t sequence);
  double synthetic_interval(std::int64_t sequence) const;
  void begin(LocalTime now);
  RateUpdate take_feedback(LocalTime now, bool first);
  void schedule_feedback(LocalTime now);
  DataRate receive_limit(LocalTime now);
  DataRate receive_limit_of_rfc5348(DataRate received, LocalTime now);
  bool data_limited() const;
  void learn_loss_event_rate();
  void follow_equation(DataRate limit);
  void cut(LocalTime now);
  void limit_to(DataRate limit, LocalTime now);
  RateUpdate update(LocalTime now);

  LossAveraging averaging() const;
  double segment() const;
  DataRate least_rate() const;
  DataRate initial_rate() const;
  Duration nofeedback_timeout() const;

  TfrcParameters parameters_;
  RateLimits limits_;
  LocalTime started_{};
  DataRate allowed_;        // X
  DataRate rate_;           // as given out
  DataRate equation_rate_;  // X_Bps
  double p_ = 0;
  DataRate largest_received_;
  LocalTime newest_arrived_sent_{};         // when the newest packet that arrived was sent
  std::optional<Duration> new_round_trip_;  // not taken yet
  bool arrived_ = false;                    // since the last feedback packet, a packet; as do the next two
  bool lost_ = false;
  bool loss_event_ = false;
  LocalTime due_{};  // when the next feedback packet is taken
  TfrcPacketSize packet_size_;
  TfrcRoundTrip round_trip_;
  LossEvents losses_;
  LossIntervals intervals_;
  TfrcReceiveRate receive_rate_;
  TfrcReceiveRateSet receive_rates_;
  TfrcAllowance allowance_;
  TfrcNofeedbackTimer timer_;
  LossEventEstimators estimators_;
};

}  // namespace evenkeel
