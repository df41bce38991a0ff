#pragma once

#include "core/control/feedback_timeout.h"
#include "core/control/rivals/gcc/probing.h"
#include "core/control/rivals/gcc/rate_decision.h"
#include "core/control/rivals/gcc/trendline.h"
#include "core/control/sent_log.h"

namespace evenkeel {

/// The constants of WebRTC, January 2026.
struct GccParameters {
  gcc::TrendlineParameters trendline;
  gcc::DetectorParameters detector;
  gcc::RateDecisionParameters decision;
  gcc::ProbingParameters probing;
  double pacing = 1.1;  ///< times the target
};

/// Google congestion control in its send-side form with the trendline filter: groups of packets, the slope of their
/// delay against an adaptive threshold, AIMD on the acknowledged rate, a loss part, and probing. Rate = min(delay,
/// loss). Written from a description of WebRTC as of January 2026 (revision 3710345e): its rules and constants, none of
/// its code. What the description leaves open is told in each part.
///
/// Departures:
/// * The loss part is the classic one; WebRTC now has LossBasedBweV2 (a fit over observations) in its place.
/// * Probes are not padded: they send what the encoder has queued, and count only where that was enough (ProbeCluster).
///   A probe's result never lowers the rate, and after one that raised it the acknowledged rate is measured again.
/// * After 2 s without a report on packets, and each further 2 s, the rate is halved; WebRTC has no such rule.
/// * Time in the filters is that of departures and arrivals; WebRTC takes some of it from the handling of reports.
class Gcc final : public RateController {
 public:
  Gcc()
      : RateController(
            {"gcc",
             "Google congestion control, send-side with the trendline filter and probing (WebRTC of January 2026)"},
            {{"T", "ms"}, {"gamma", "ms"}, {"R", "bit/s"}}) {}
  void visit_parameters(ParameterVisitor& visitor) override;

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override;

  GccParameters& parameters() { return parameters_; }
  const GccParameters& parameters() const { return parameters_; }
  gcc::Usage usage() const { return detector_.usage(); }

 private:
  void filter(const PathReport& report);
  void reset_filter();
  void look_for_limited_source(LocalTime now);
  void show_terms();
  std::optional<RateUpdate> changed();
  RateUpdate current() const;

  GccParameters parameters_;
  gcc::PacketGroups groups_;
  gcc::Trendline trendline_;
  gcc::OveruseDetector detector_{parameters_.detector};
  gcc::RateDecision decision_;
  gcc::Probing probing_;
  SentLog sent_;
  FeedbackTimeout timeout_;
  LocalTime started_{};
  std::optional<LocalTime> reported_;  // the last report with packets
  RateUpdate told_;
};

}  // namespace evenkeel
