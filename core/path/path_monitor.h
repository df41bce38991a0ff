#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/path/delay_differences.h"
#include "core/path/one_way_delay.h"
#include "core/path/rare_round_trip.h"
#include "core/path/report_clock.h"
#include "core/path/round_trip_time.h"
#include "core/path/send_history.h"
#include "core/path/transport_wide_clock.h"
#include "core/path/vain_yield.h"

namespace evenkeel {

/// What one feedback message says about the path: the facts a rate controller decides on.
struct PathReport {
  LocalTime now{};
  /// Whose fate is now known, in the order of sending. Without size probes: losing one is no sign of congestion.
  std::span<const PacketResult> packets;
  std::optional<Duration> round_trip_time;  ///< of the newest packet that arrived, less the receiver's hold time
  Duration smoothed_round_trip_time{};      ///< zero before the first sample
  Duration min_round_trip_time{};           ///< zero before the first sample
  DataSize in_flight;
  Duration reordering{};    ///< by so much packets overtake one another (SendHistory); zero where they come in order
  bool loss_event = false;  ///< a loss more than one round trip after the start of the loss event before it
  /// So much of the delay was taken for a queue and is the path's (VainYield): bases of before and of this report are
  /// void, and what estimated delays count from is another one from the next report on. Zero in most reports.
  Duration false_queue{};
};

/// All that the sender knows of the path; turns feedback into reports.
class PathMonitor {
 public:
  /// `remembered`: packets whose fate is not known yet, see SendHistory.
  explicit PathMonitor(DelayKind kind, std::size_t remembered = SendHistory::capacity)
      : history_(remembered), one_way_delay_(kind) {
    events_.reserve(remembered_events);
  }

  /// A packet of one of our streams left; `packet.sequence` is set here. Valid until the next call.
  const SentPacket& on_sent(std::uint32_t ssrc, std::uint16_t sequence_number, const SentPacket& packet) {
    return history_.on_sent(ssrc, sequence_number, packet);
  }

  /// Returns nullopt if the feedback is about none of our streams. `arrival` is when it came, as the kernel stamped it;
  /// `now`, when it is read, is not before that. The report's span is valid until the next call.
  std::optional<PathReport> on_feedback(const CongestionFeedback& feedback, LocalTime arrival, LocalTime now);
  /// The same for feedback that is read as it comes.
  std::optional<PathReport> on_feedback(const CongestionFeedback& feedback, LocalTime now) {
    return on_feedback(feedback, now, now);
  }

  /// The same of feedback that has no time of its own: the round trip is what on_answer() told, and the queue since.
  std::optional<PathReport> on_feedback(const TransportWideFeedback& feedback, LocalTime now);
  /// The peer answered one of our sender reports; of RFC 8888 each report says more.
  void on_answer(const ReportAnswer& answer, LocalTime now) {
    rare_round_trip_.on_answer(answer.asked, answer.round_trip, now);
    round_trip_time_.add(now, answer.round_trip);
  }

  /// Probes of the packet size whose fate the latest feedback reported.
  std::span<const PacketResult> size_probes() const { return size_probes_; }

  const SendHistory& history() const { return history_; }
  const RoundTripTime& round_trip_time() const { return round_trip_time_; }
  DelayKind delay_kind() const { return one_way_delay_.kind(); }
  /// Delays are told anew; what is in flight stays known.
  void set_delay_kind(DelayKind kind);
  /// Of the newest packet that arrived; what others overtook says nothing of a queue.
  std::optional<Duration> one_way_delay() const { return latest_delay_; }
  std::optional<Duration> queueing_delay() const { return queueing_delay_; }
  /// One way without queues, as believed.
  std::optional<Duration> propagation_delay() const { return one_way_delay_.propagation_delay(); }
  /// One way of the reports, with what queues there: e_b of LDCC, the round trip less the one-way delay of the same
  /// packet. Smoothed as the round-trip time is.
  std::optional<Duration> backward_delay() const { return backward_delay_; }
  /// How much the delay differs between successive packets that arrived, those of sound left out, which are smaller.
  std::optional<Duration> delay_variation() const { return delay_differences_.median(); }
  /// Without those whose packets all came late.
  std::int64_t loss_events() const { return loss_events_; }

  /// Nobody will report on what is in flight: it went out before a pause.
  void forget_in_flight() { history_.forget_in_flight(); }
  /// The peer is there, or there again, maybe another one with another clock: delays start afresh, and nobody will
  /// report on what is in flight.
  void restart(DelayKind kind);

 private:
  struct LossEvent {
    LocalTime start;     // its first packet left
    LocalTime earliest;  // of its losses: one may be told after those behind it
    int losses = 0;
  };
  static constexpr std::size_t remembered_events = 64;

  void begin_report();
  void set_probes_aside();
  void sample_round_trip_time(RemoteTime report_time, LocalTime arrival, LocalTime now);
  void follow_queue(LocalTime now);
  void estimate_delays(const RoundTripTime& round_trip_time);
  void look_for_yield(const PacketResult& result);
  Duration correct_base();
  PathReport conclude(LocalTime now);
  void learn_backward_delay();
  bool begins_loss_event();
  void take_back_loss(LocalTime sent);

  SendHistory history_;
  RoundTripTime round_trip_time_;
  OneWayDelay one_way_delay_;
  ReportClock report_clock_;
  TransportWideClock transport_wide_clock_;
  RareRoundTrip rare_round_trip_;
  std::vector<PacketResult> results_;
  std::vector<PacketResult> size_probes_;
  std::optional<Duration> latest_delay_;
  std::optional<Duration> queueing_delay_;
  DelayDifferences delay_differences_;
  VainYield vain_yield_;
  std::optional<Duration> backward_delay_;
  std::vector<LossEvent> events_;  // the latest
  std::int64_t loss_events_ = 0;
};

}  // namespace evenkeel
