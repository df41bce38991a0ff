#pragma once

#include "core/control/feedback_timeout.h"
#include "core/control/rivals/gcc/arrival_filter.h"
#include "core/control/rivals/gcc/rate_decision.h"

namespace evenkeel {

/// The constants of the draft.
struct Gcc2016Parameters {
  gcc::ArrivalFilterParameters filter;
  gcc::DetectorParameters detector{.k_up = 0.01, .k_down = 0.00018};
  gcc::RateDecisionParameters decision{
      .aimd = {.margin = DataRate(), .headroom_base = DataRate()},
      .loss = {.growth = 1.05, .growth_base = DataRate(), .period = 200ms},
  };
  double pacing = 1;  ///< times the target
};

/// Google congestion control with the Kalman filter of arrival times, after draft-ietf-rmcat-gcc-02 and Carlucci et
/// al., MMSys 2016. Groups, detector, AIMD and loss part are those of Gcc with the draft's constants. With its K_d the
/// threshold needs minutes to come down after a flow that filled the queue.
///
/// Departures and readings:
/// * The filter runs at the sender, on the arrival times in reports; the draft allows both ends.
/// * T = min(n, 60) m is held against the threshold, as the code that the draft describes does.
/// * The acknowledged rate is that of Gcc, over 1 s (the draft: 0.5 to 1 s); the deviation of the link's capacity too.
/// * The loss part's growth of 5 % is per 200 ms, the interval at which losses are judged here.
/// * Growth is additive from the first over-use on until more arrives than that showed (WebRTC); the draft's is
/// additive
///   only within three deviations of what arrived then. Its least steps are Gcc's 10 and 4 kbit/s per second; the draft
///   has none, and 1 kbit/s per update.
/// * After 2 s without a report on packets, and each further 2 s, the rate is halved. No probing; the draft has none.
class Gcc2016 final : public RateController {
 public:
  Gcc2016()
      : RateController(
            {"gcc-2016",
             "Google congestion control with the Kalman arrival filter (draft-ietf-rmcat-gcc-02; MMSys 2016)"},
            {{"T", "ms"}, {"gamma", "ms"}, {"R", "bit/s"}}) {}
  void visit_parameters(ParameterVisitor& visitor) override;

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return timeout_.deadline(); }

  Gcc2016Parameters& parameters() { return parameters_; }
  const Gcc2016Parameters& parameters() const { return parameters_; }
  gcc::Usage usage() const { return detector_.usage(); }

 private:
  void filter(const PathReport& report);
  void reset_filter();
  void show_terms();
  RateUpdate current() const;

  Gcc2016Parameters parameters_;
  gcc::PacketGroups groups_;
  gcc::ArrivalFilter filter_;
  gcc::OveruseDetector detector_{parameters_.detector};
  gcc::RateDecision decision_;
  FeedbackTimeout timeout_;
  std::optional<LocalTime> reported_;  // the last report with packets
};

}  // namespace evenkeel
