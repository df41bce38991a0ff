#pragma once

#include <array>

#include "core/control/darc/base_delay.h"
#include "core/control/darc/capacity_estimate.h"
#include "core/control/darc/competition_detector.h"
#include "core/control/darc/delivery.h"
#include "core/control/darc/departure.h"
#include "core/control/darc/drain.h"
#include "core/control/darc/fair_rate.h"
#include "core/control/darc/jitter.h"
#include "core/control/darc/narrowing.h"
#include "core/control/darc/packet_pairs.h"
#include "core/control/darc/route_change.h"
#include "core/control/feedback_timeout.h"
#include "core/control/rate_controller.h"
#include "core/control/sent_log.h"

namespace evenkeel {

/// The constants; docs/darc.md has the reason of each, and what follows from another value.
struct DarcParameters {
  Duration q0 = 3500us;         ///< of the target queue: what remains on a fast link
  DataSize a = bytes(1650);     ///< of the target queue: a/B, the queue by which flows share, 13 200 bit
  Duration t_up = 250ms;        ///< T while the queue is below its target
  Duration t_down = 80ms;       ///< T while it is above
  double probe_wait = 0.4;      ///< round trips for which the queue is short before more is tried
  double probe = 0.64;          ///< most that acceleration adds, of B
  double shared_probe = 0.1;    ///< the same where others share the bottleneck
  double shared_rise = 0.1;     ///< of the way to a larger measurement of B, per report, where others share
  Duration probe_rise = 300ms;  ///< in which it is reached
  double start_growth = 2;      ///< per report at the start
  Duration start_queue = 12ms;  ///< that ends the start
  double encoder_share = 1.15;  ///< of the rate that the encoder gets
  darc::CapacityEstimate::Parameters capacity;
};

/// Delay and rate control: keeps the queue at a few milliseconds when alone, a fair half beside a TCP, and follows the
/// capacity within a round trip. LDCC's structure (utility slope, delay price, a threshold relative to the path) with
/// gains per unit time, and ARC's way to go to the measured rate and drain, with the data under way as a Smith
/// predictor:
///     q_pred = q + I/B - (now - t_s)        queue that the packet sent now will meet
///     q_t    = q_0 + a/B + J
///     x      = B (1 + u),  u = clamp((q_t - q_pred)/T, -0.65, q_t/T) + acceleration
/// where q is the queue that the newest reported packet met, sent at t_s, and I what was sent since.
class Darc final : public RateController {
 public:
  enum class Mode { start, low_delay, competition };

  std::string_view name() const override { return "darc"; }
  std::string_view summary() const override {
    return "low delay when alone, a fair half against TCP (ours, grown from LDCC and ARC)";
  }
  void visit_parameters(ParameterVisitor& visitor) override;

  RateUpdate start(const RateLimits& limits, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_feedback(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return timeout_.deadline(); }
  std::span<const LawTerm> terms() const override { return terms_; }
  std::vector<Prediction> predictions(const PathConditions& path) const override;
  DelayPrediction delay_prediction(const PathConditions& path) const override;

  Mode mode() const { return mode_; }
  DataRate capacity() const { return capacity_.rate(); }
  Duration target_queue() const;
  DarcParameters& parameters() { return parameters_; }

 private:
  void observe(const PathReport& report);
  void observe(const PacketResult& packet, LocalTime now);
  bool is_comparable(DataSize size, LocalTime now);
  void estimate(LocalTime now);
  void predict(LocalTime now);
  bool shares(LocalTime now) const;
  double most_acceleration(LocalTime now) const;
  void accelerate(LocalTime now);
  void run_start();
  void run_low_delay(LocalTime now);
  void run_competition(LocalTime now);
  void begin_competition(LocalTime now);
  void follow_fall(double left, LocalTime now);
  void look_for_others(LocalTime now);
  void enter_low_delay(LocalTime now);
  void enter_competition(LocalTime now);
  void look_for_route_change(LocalTime now);
  bool source_limited(LocalTime now) const;
  DataRate reference(LocalTime now) const;
  Duration path_time() const;
  Duration window() const;
  Duration timeout() const;
  void show_terms();
  RateUpdate current() const;

  DarcParameters parameters_;
  RateLimits limits_;
  Mode mode_ = Mode::start;
  DataRate rate_;     // x
  DataRate offered_;  // mean of the encoder's targets
  darc::BaseDelay base_;
  WindowedMinimum<std::int64_t> largest_{2s, 200ms};  // of the negative: the largest packet, bytes
  darc::Jitter jitter_;
  darc::Delivery delivery_;
  darc::CapacityEstimate capacity_;
  darc::CompetitionDetector detector_;
  darc::Drain drain_;
  darc::PacketPairs pairs_;
  darc::FairRate fair_;
  darc::RouteChange route_;
  SentLog sent_;
  FeedbackTimeout timeout_;

  Duration min_round_trip_{};
  Duration added_round_trip_{};  // by a route change, until the minimum follows
  LocalTime newest_sent_{};
  Duration queue_{};           // q
  Duration predicted_{};       // q_pred
  Duration backward_queue_{};  // that reports met on their way
  bool outage_ = false;
  std::optional<Duration> last_delay_;
  std::optional<darc::Delivery::Window> window_;
  double acceleration_ = 0;
  std::optional<LocalTime> shared_;  // when others were seen last
  Duration sharing_{};               // for how long, less half of the time in which they were not
  LocalTime estimated_{};
  LocalTime empty_since_{};
  LocalTime updated_{};
  WindowedMinimum<double> good_{20s, 1s};  // of the negative: the best rate in low delay
  Duration clean_{};                       // in low delay without others
  LocalTime controlled_{};
  DataRate reference_;  // C_ref in competition
  LocalTime competition_since_{};
  DataRate rate_at_entry_;
  darc::Departure departure_;
  darc::Narrowing narrowing_;
  std::optional<LocalTime> losing_since_;
  std::array<LawTerm, 3> terms_{{{"q_pred", "ms", 0}, {"q_t", "ms", 0}, {"B", "Mbit/s", 0}}};
};

}  // namespace evenkeel
