#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/control/feedback_timeout.h"
#include "core/control/loss_episode.h"
#include "core/control/rivals/scream/bytes_in_flight.h"
#include "core/control/rivals/scream/queue_delay.h"

namespace evenkeel {

/// What one report means for the window.
struct ScreamAck {
  LocalTime now{};
  DataSize acknowledged;       ///< bytes_newly_acked
  DataSize marked;             ///< of them marked by congestion (ECN)
  DataSize in_flight;          ///< after this report
  Duration queue_delay{};      ///< qdelay
  Duration round_trip_time{};  ///< s_rtt, above zero
  bool lost = false;           ///< a packet of ours counts as lost
  bool taken_back = false;     ///< all losses that were answered last came late
};

/// What both versions of SCReAM learn from sending and from reports, and when reports are missing.
class ScreamAckTracker {
 public:
  void start(LocalTime now);
  void on_sent(const SentPacket& packet);
  ScreamAck on_feedback(const PathReport& report);

  /// No acknowledgement for max(2 s_rtt, 0.5 s) although packets are out: true once per such interval. What is out then
  /// counts as gone, or the window would stay full for ever.
  bool silent(LocalTime now);
  /// When silent() is to be asked next.
  std::optional<LocalTime> deadline() const { return timeout_.deadline(); }

  DataSize in_flight() const { return in_flight_.size(); }
  /// s_rtt, RFC 6298; nothing before the first sample.
  std::optional<Duration> round_trip_time() const { return round_trip_time_; }
  Duration queue_delay() const { return queue_delay_.latest(); }

  /// The window of so many bytes, in the Sender's way of counting what is in flight.
  DataSize window_of_sender(double window) const;

 private:
  Duration patience() const;

  ScreamBytesInFlight in_flight_;
  ScreamQueueDelay queue_delay_;
  FeedbackTimeout timeout_;
  std::optional<Duration> round_trip_time_;
  LossEpisode losses_;
  LocalTime started_{};
};

/// How many bytes make the rate at this round-trip time.
inline double scream_window_of(DataRate rate, Duration round_trip_time) {
  return rate.bytes_per_second() * to_seconds(round_trip_time);
}

/// Until a round trip was measured.
inline constexpr Duration scream_first_round_trip_time = 100ms;

}  // namespace evenkeel
