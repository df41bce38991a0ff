#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>

#include "core/base/data_rate.h"
#include "core/rtp/rtcp.h"

namespace evenkeel {

/// The last resort above every controller: RFC 8083, circuit breakers 1 (RTCP timeout), 2 (media timeout) and
/// 3 (congestion). The first congestion trip cuts the rate to a tenth, as section 4.3 allows; a second one within the
/// next CB_INTERVAL, and the other two breakers, open it: media stops. In one point it is milder than the RFC: the loss
/// fraction of section 4.3 is weighted by the share of the time whose reports told of losses, see lasting_loss(). Since
/// random losses on a long path would trip it however small the queue is, limit() keeps the rate a little below where
/// it trips, as section 4.3 expects of a congestion control that reacts in time.
///
/// A dead path (breakers 1 and 2) is probed by one packet a second, and media goes on as soon as the peer reports that
/// one arrived, which is the information that section 4.5 asks for. Where the peer never reports, and after breaker 3,
/// since a single packet says nothing about congestion, media goes on after 15 s. A trip within a minute after that
/// doubles the wait, and then a dead path too has to rest for a while, so that a path which dies of the media itself
/// does not get it again and again.
class CircuitBreaker {
 public:
  enum class State { closed, reduced, open };

  /// What the sender knows when a report block comes.
  struct Facts {
    Duration round_trip_time{};  ///< zero if unknown
    Duration frame_interval{};   ///< T_f
    DataRate sending_rate;       ///< what is really sent, not the target
    DataSize packet_size;        ///< mean of what is being sent, counted as the rate is
  };

  /// Another path: forgets everything.
  void start(LocalTime now);
  /// A packet of the stream left: while open, a probe.
  void on_media_sent(LocalTime now);
  /// A report block on our stream. RTCP of a peer that reports on nothing of ours proves no way there and back.
  void on_report(const ReportBlock& block, const Facts& facts, LocalTime now);
  void on_tick(LocalTime now);
  std::optional<LocalTime> next_tick() const;
  /// While open: when a packet that carries nothing may leave. Otherwise nullopt.
  std::optional<LocalTime> probe_due() const;

  State state() const { return state_; }
  /// The most that may be sent: unlimited where little is lost.
  DataRate limit() const { return limit_; }
  /// In words, while reduced or open.
  std::string_view reason() const { return reason_; }

 private:
  enum class Cause { dead_path, congestion };
  struct Interval {
    double fraction_lost;
    Duration length;
  };
  void on_report_while_open(const ReportBlock& block, LocalTime now);
  bool advances(const ReportBlock& block);
  void check_media(const ReportBlock& block, const Facts& facts, LocalTime now);
  void check_congestion(const ReportBlock& block, const Facts& facts, LocalTime now);
  std::int64_t intervals_in(Duration time) const;
  std::size_t congestion_intervals(const Facts& facts) const;
  double lasting_loss(std::size_t intervals) const;
  void trip(Cause cause, std::string_view reason, LocalTime now);
  void close(LocalTime now);

  State state_ = State::closed;
  std::string_view reason_;
  DataRate limit_ = DataRate::unlimited();
  int doublings_ = 0;          // of the wait, by trips that followed soon
  LocalTime retry_{};          // media goes on without proof
  LocalTime trusts_probes_{};  // from when on a packet that arrived proves the path
  LocalTime next_probe_{};
  std::optional<LocalTime> closed_;  // since when, after it was open
  std::optional<LocalTime> waiting_for_report_since_;
  bool media_since_report_ = false;
  std::optional<LocalTime> last_report_;
  Duration report_interval_{};  // T_dr
  std::optional<std::uint32_t> highest_sequence_;
  int silent_reports_ = 0;
  std::int64_t media_timeout_ = 0;  // MEDIA_TIMEOUT, in reports
  std::deque<Interval> losses_;
  std::size_t reports_since_reduction_ = 0;
};

}  // namespace evenkeel
