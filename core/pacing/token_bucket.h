#pragma once

#include "core/pacing/pacer.h"

namespace evenkeel {

struct TokenBucketParameters {
  Duration interval = 5ms;       ///< between two ticks
  Duration window = 500ms;       ///< debt and budget are at most what the rate gives in this time
  Duration longest_tick = 30ms;  ///< a tick that is later than this counts as this

  void visit(ParameterVisitor& visitor);
};

/// The budget per interval by which WebRTC paced its packets for most of its life, as a rival: IntervalBudget, with
/// PacedSender and later the periodic mode of PacingController around it. Written from what its sources of milestone 99
/// (2022) do; those of 2014 to 2018 differ in nothing that matters here, and later ones have the dynamic mode only,
/// which sends when its debt has run off.
///
/// A tick comes `interval` after the last one was handled. It adds what the rate of now gives in the time that has
/// really passed, but no more than `longest_tick` of it: the rest of a longer sleep is lost for good. Then packets go
/// until the budget is zero or less, so the last one may overdraw it.
/// * Debt is carried over, `window` of the rate at most.
/// * Budget that is left is not: the next tick starts afresh.
/// The ticks go on while the queue is empty; so a packet that comes then waits for the next, up to one interval.
///
/// Left out, because they are not pacing: padding, probes, the higher rate for queues that would take too long, audio
/// that passes unpaced, the congestion window. To the rival's favour time is in ns and the budget in fractions of
/// bytes, where WebRTC rounds to ms, kbit/s and bytes.
class TokenBucket final : public Pacer {
 public:
  explicit TokenBucket(const TokenBucketParameters& parameters = {})
      : Pacer({"token-bucket", "a budget every 5 ms, as in WebRTC's PacedSender"}), parameters_(parameters) {}

  void visit_parameters(ParameterVisitor& visitor) override { parameters_.visit(visitor); }

  const TokenBucketParameters& parameters() const { return parameters_; }

  void set_rate(DataRate rate, LocalTime now) override;
  void on_queue(std::optional<DataSize> head, LocalTime now) override;
  std::size_t due(std::span<const DataSize> waiting, LocalTime now) override;
  void on_sent(DataSize size, std::optional<DataSize> next, LocalTime now) override;
  std::optional<LocalTime> next_wake(DataSize head) const override;
  void reset(LocalTime now) override;

 private:
  bool tick_due(LocalTime now) const { return !last_tick_ || now >= *last_tick_ + parameters_.interval; }
  void skip_idle_ticks(LocalTime now);
  void tick(LocalTime now);
  double bytes_in(Duration time) const;
  void clamp_to_window();

  TokenBucketParameters parameters_;
  std::optional<LocalTime> last_tick_;
  LocalTime head_since_;  // when the queue was empty last
  double budget_ = 0;     // bytes; below zero: debt
};

}  // namespace evenkeel
