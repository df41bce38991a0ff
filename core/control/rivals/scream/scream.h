#pragma once

#include "core/control/rate_controller.h"
#include "core/control/rivals/scream/ack_tracker.h"
#include "core/control/rivals/scream/competing_flows.h"
#include "core/control/rivals/scream/marking.h"
#include "core/control/rivals/scream/ref_window.h"
#include "core/control/rivals/scream/scream_parameters.h"

namespace evenkeel {

/// SCReAM version 2 (draft-ietf-ccwg-rfc8298bis-screamv2, working group's master of 10 August 2026): a reference window
/// that shrinks by the share of packets marked, where a queue delay above half its target counts as marks, and a target
/// rate that follows from the window. The constants and formulas are those that the project's notes give of the draft;
/// what they leave open, and what was chosen: scream.cpp. It is not the variant of WebRTC, which has other constants.
class Scream final : public RateController {
 public:
  Scream()
      : RateController(
            {"scream",
             "SCReAM v2: reference window by virtual marking of the queue delay (draft-ietf-ccwg-rfc8298bis-screamv2)"},
            {{"queue delay", "ms"}, {"ref_wnd", "bytes"}, {"alpha", ""}}) {}
  void visit_parameters(ParameterVisitor& visitor) override { parameters_.visit(visitor); }

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return acks_.deadline(); }

  ScreamParameters& parameters() { return parameters_; }
  const ScreamParameters& parameters() const { return parameters_; }
  /// As adapted to competing flows.
  Duration queue_delay_target() const { return competing_flows_.target(); }

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
};

}  // namespace evenkeel
