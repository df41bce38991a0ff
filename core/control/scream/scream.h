#pragma once

#include <array>

#include "core/control/rate_controller.h"
#include "core/control/scream/ack_tracker.h"
#include "core/control/scream/competing_flows.h"
#include "core/control/scream/l4s_alpha.h"
#include "core/control/scream/loss_event_rate.h"
#include "core/control/scream/ref_window.h"
#include "core/control/scream/sampler.h"
#include "core/control/scream/scream_parameters.h"

namespace evenkeel {

/// SCReAM version 2 (draft-ietf-ccwg-rfc8298bis-screamv2, working group's master of 10 August 2026): a reference window
/// that shrinks by the share of packets marked, where a queue delay above half its target counts as marks, and a target
/// rate that follows from the window. The constants and formulas are those that the project's notes give of the draft;
/// what they leave open, and what was chosen: scream.cpp. It is not the variant of WebRTC, which has other constants.
class Scream final : public RateController {
 public:
  std::string_view name() const override { return "scream"; }
  std::string_view summary() const override {
    return "SCReAM v2: reference window by virtual marking of the queue delay (draft-ietf-ccwg-rfc8298bis-screamv2)";
  }
  void visit_parameters(ParameterVisitor& visitor) override { parameters_.visit(visitor); }

  RateUpdate start(const RateLimits& limits, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_feedback(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return acks_.deadline(); }
  std::span<const LawTerm> terms() const override { return terms_; }
  /// The threshold is where virtual marking begins.
  DelayPrediction delay_prediction(const PathConditions& path) const override;

  ScreamParameters& parameters() { return parameters_; }

 private:
  double rate_share(double window) const;
  double window_of_start(Duration round_trip_time) const;
  void sample_delay(const ScreamAck& ack);
  void move_window(const ScreamAck& ack);
  double overhead() const;
  DataRate target() const;
  RateUpdate current();

  ScreamParameters parameters_;
  RateLimits limits_;
  ScreamAckTracker acks_;
  ScreamRefWindow window_;
  ScreamDelayAverage delay_;
  ScreamCompetingFlows competing_flows_;
  ScreamLossEventRate loss_events_;
  ScreamL4sAlpha l4s_alpha_;
  ScreamSampler sampler_;
  bool begun_ = false;   // the window was set for a measured round trip
  bool silent_ = false;  // no acknowledgement since the window fell to the minimum
  std::array<LawTerm, 3> terms_{{{"queue delay", "ms", 0}, {"ref_wnd", "bytes", 0}, {"alpha", "", 0}}};
};

}  // namespace evenkeel
