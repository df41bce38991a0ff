#pragma once

#include "core/control/rate_controller.h"
#include "core/control/rivals/scream/ack_tracker.h"
#include "core/control/rivals/scream/competing_flows.h"
#include "core/control/rivals/scream/cwnd.h"
#include "core/control/rivals/scream/media_rate.h"
#include "core/control/rivals/scream/queue_delay.h"
#include "core/control/rivals/scream/scream_parameters.h"

namespace evenkeel {

/// Self-clocked rate adaptation for multimedia, RFC 8298 (December 2017): a congestion window that aims at a queue
/// delay as LEDBAT does, and a media rate that follows what the window lets through. The RFC's RTP queue lies with the
/// Sender; the controller does not see it and works with an estimate (ScreamSendBacklog). Streams are not prioritised.
/// Departures and readings: scream_v1.cpp, media_rate.h, competing_flows.h.
class ScreamV1 final : public RateController {
 public:
  ScreamV1()
      : RateController(
            {"scream-v1", "self-clocked rate adaptation: window by queue delay, media rate by its trend (RFC 8298)"},
            {{"queue delay", "ms"}, {"cwnd", "bytes"}, {"trend", ""}}) {}
  void visit_parameters(ParameterVisitor& visitor) override { parameters_.visit(visitor); }

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override;

  ScreamV1Parameters& parameters() { return parameters_; }
  const ScreamV1Parameters& parameters() const { return parameters_; }
  /// As adapted to competing flows.
  Duration queue_delay_target() const { return competing_flows_.target(); }

 private:
  void begin(Duration round_trip_time);
  void sample_delay(const ScreamAck& ack);
  void move_window(const ScreamAck& ack);
  void adjust_media(LocalTime now);
  bool window_is_full() const;
  double send_window() const;
  DataRate pacing() const;
  RateUpdate current();

  ScreamV1Parameters parameters_;
  RateLimits limits_;
  ScreamAckTracker acks_;
  ScreamCwnd cwnd_;
  ScreamDelayTrend trend_;
  ScreamCompetingFlows competing_flows_;
  ScreamLossEventRate loss_events_;
  ScreamSampler sampler_;
  ScreamMediaRate media_;
  ScreamSendBacklog backlog_;
  bool begun_ = false;   // the window was set for a measured round trip
  bool silent_ = false;  // no acknowledgement since the window fell to the minimum
  LocalTime last_adjustment_{};
  LocalTime next_adjustment_{};
  DataSize sent_;               // since the last adjustment
  DataSize acknowledged_;       // the same
  DataSize last_acknowledged_;  // by the last report
};

}  // namespace evenkeel
