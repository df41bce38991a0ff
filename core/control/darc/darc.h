#pragma once

#include "core/control/darc/bottleneck_rate.h"
#include "core/control/darc/competition.h"
#include "core/control/darc/competition_detector.h"
#include "core/control/darc/darc_parameters.h"
#include "core/control/darc/low_delay.h"
#include "core/control/darc/outage.h"
#include "core/control/darc/padding_probe.h"
#include "core/control/darc/path_view.h"
#include "core/control/darc/route_change.h"
#include "core/control/darc/source_use.h"
#include "core/control/darc/start.h"
#include "core/control/rate_controller.h"

namespace evenkeel {

/// Delay and rate control: keeps the queue at a few milliseconds when alone, a fair half beside a TCP, and follows the
/// capacity within a round trip. LDCC's structure (utility slope, delay price, a threshold relative to the path) with
/// gains per unit time, and ARC's way to go to the measured rate and drain, with the data under way as a Smith
/// predictor:
///     q_pred = max(0, q + I/((1 + A) B) - (now - t_s))        queue that the packet sent now will meet
///     q_t    = q_0 + a/B + J
///     x      = B (1 + u + A),  u = clamp((q_t - q_pred)/T, -0.65, q_t/T)
/// where q is the queue that the newest comparable packet met, sent at t_s, I what was sent since, and A the
/// acceleration (docs/darc.md, the law).
///
/// This is the switch between the modes, each of which is a class of its own in darc/, and what they share.
class Darc final : public RateController {
 public:
  using Mode = ControllerMode;

  Darc()
      : RateController({"darc", "low delay when alone, a fair half against TCP (ours, grown from LDCC and ARC)"},
                       {{"x/B - 1", ""}, {"acceleration", ""}, {"J", "ms"}}) {}
  void visit_parameters(ParameterVisitor& visitor) override { parameters_.visit(visitor); }

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override;

  /// Outage while nothing is reported; then what was before.
  Mode mode() const { return outage_.silent() ? Mode::outage : mode_; }
  DataRate capacity() const { return capacity_.rate(); }
  Duration target_queue() const { return target_queue(capacity_.rate()); }
  /// The one-way delay that low delay aims at; nullopt in other modes and before the path is known.
  std::optional<Duration> equilibrium_delay() const;
  DarcParameters& parameters() { return parameters_; }
  const DarcParameters& parameters() const { return parameters_; }

 private:
  std::optional<RateUpdate> follow(const PathReport& report);
  void observe(const PathReport& report);
  void estimate(LocalTime now);
  void run(LocalTime now);
  void probe(LocalTime now);
  void run_start(LocalTime now);
  void run_low_delay(LocalTime now);
  void run_competition(LocalTime now);
  void look_for_others(LocalTime now);
  void look_for_route_change(LocalTime now);
  void on_narrower_bottleneck();
  void on_false_queue(LocalTime now);
  void enter_low_delay(LocalTime now);
  void enter_competition(LocalTime now);

  Duration target_queue(DataRate capacity) const;
  DataRate bottleneck(LocalTime now) const;
  Duration delivery_time() const;
  Duration timeout() const;
  void show_terms();
  void show_state();
  RateUpdate current() const;

  DarcParameters parameters_;
  RateLimits limits_;
  Mode mode_ = Mode::start;
  DataRate rate_;  // x
  LocalTime updated_{};
  // What is known.
  darc::PathView path_;
  darc::CapacityEstimate capacity_;
  std::optional<darc::Delivery::Window> delivered_;
  Duration predicted_{};  // q_pred
  darc::SourceUse source_;
  darc::PairRenewal renewal_;
  darc::Sharing sharing_;
  darc::BottleneckRate bottleneck_;
  // The modes, and what leads from one to another.
  darc::Start start_;
  darc::LowDelay low_delay_;
  darc::PaddingProbe probe_;
  darc::Competition competition_;
  darc::CompetitionDetector detector_;
  darc::RouteChange route_;
  darc::Outage outage_;
};

}  // namespace evenkeel
