#pragma once

#include "core/control/feedback_timeout.h"
#include "core/control/loss_episode.h"
#include "core/control/rate_controller.h"
#include "core/control/sent_log.h"
#include "core/control/used_bandwidth.h"

namespace evenkeel {

/// The constants of ARC, section 4. tau is not stated there; 0.5 s is the value of Westwood's filter.
struct ArcParameters {
  double k = 0.5;          ///< 1/s, proportional gain of eq. 1
  Duration alpha = 300ms;  ///< per packet of growth, eq. 3
  int qthresh = 10;        ///< packets of backlog at which the window stops growing
  Duration tau = 500ms;    ///< time constant of the bandwidth filter
  DataSize packet = bytes(1500);
};

/// Adaptive rate control (Mascolo, Grieco: "Rate based congestion control for ... quality adaptive video streaming"):
///     eq. 1   r = k [ w - q - out ]+        out: what was sent during the last round trip; q = B (RTT - mRTT)
///     eq. 2   w = B (mRTT + 1/k)            at a loss, at most once per SRTT, and after 2 SRTT without a report
///     eq. 3   w grows one packet per alpha  while q < qthresh
/// Above qthresh the window is only held. The rate is evaluated at each report and every 5 ms.
class Arc final : public RateController {
 public:
  Arc()
      : RateController(
            {"arc", "adaptive rate control: window less backlog less outstanding data (Mascolo, Grieco, eqs 1-3)"},
            {{"w", "bytes"}, {"outstanding", "bytes"}, {"backlog", "bytes"}}) {}
  void visit_parameters(ParameterVisitor& visitor) override;

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return next_tick_; }

  const ArcParameters& parameters() const { return parameters_; }

 private:
  void learn(const PathReport& report);
  void grow_window(LocalTime now);
  void go_to_measured_rate();
  bool application_limited(LocalTime now) const;
  RateUpdate evaluate(LocalTime now);
  Duration timeout() const;
  Duration sample_time() const;
  double outstanding(LocalTime now) const;

  ArcParameters parameters_;
  RateLimits limits_;
  DataRate rate_;
  double window_ = 0;   // w, bytes
  double backlog_ = 0;  // q, bytes
  DataRate carried_;    // at which another law sent before the start
  LocalTime started_{};
  LocalTime grown_{};  // until when eq. 3 was integrated
  LocalTime next_tick_{};
  LossEpisode losses_;
  double window_before_cut_ = 0;  // bytes
  Duration round_trip_time_{};
  Duration smoothed_round_trip_time_{};
  Duration min_round_trip_time_{};
  UsedBandwidth bandwidth_;
  SentLog sent_;
  FeedbackTimeout timeout_;
};

}  // namespace evenkeel
