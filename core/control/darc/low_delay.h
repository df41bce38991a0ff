#pragma once

#include <optional>

#include "core/control/darc/darc_parameters.h"
#include "core/control/darc/drain.h"

namespace evenkeel::darc {

/// The law where nobody keeps the queue full:
///     u = clamp((q_t - q_pred)/T, -0.65, q_t/T) + acceleration,  x = B (1 + u)
/// with T between T_up and T_down and at least about the round trip; at most B/2 while draining. Acceleration looks for
/// more where the queue is short, no further than to what is known of the bottleneck.
class LowDelay {
 public:
  struct Report {
    LocalTime now{};
    Duration queue{};               ///< q
    Duration predicted{};           ///< q_pred
    Duration target{};              ///< q_t
    Duration path{};                ///< D
    DataRate capacity;              ///< B
    std::optional<DataRate> pairs;  ///< the bottleneck's rate by packet pairs
    bool shared = false;            ///< with others of our kind: all would look at once, so each tries little
    bool source_limited = false;    ///< the source does not use what it has: no reason to look for more
  };

  void enter(LocalTime now);
  void on_packet(LocalTime sent, bool on_floor) { drain_.on_packet(sent, on_floor); }
  /// x.
  DataRate rate(const Report& report, const DarcParameters& parameters);
  /// For how long the queue has been clearly shorter than its target.
  Duration short_for(LocalTime now) const { return now - short_since_; }
  /// What a drain took of the last x. So short a dip is none of the encoder's.
  DataRate withheld() const { return withheld_; }
  /// Silence ends the drain.
  void on_silence() { withheld_ = DataRate(); }
  /// Of B, that is added to look for more.
  double acceleration() const { return acceleration_; }

 private:
  void accelerate(const Report& report, const DarcParameters& parameters);

  Drain drain_;
  LocalTime short_since_{};  // the queue
  double acceleration_ = 0;
  DataRate withheld_;
};

}  // namespace evenkeel::darc
