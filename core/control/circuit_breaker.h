#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>

#include "core/rtp/rtcp.h"
#include "core/units/data_rate.h"

namespace evenkeel {

/// The last resort above every controller: RFC 8083, circuit breakers 1 (RTCP timeout), 2 (media timeout) and
/// 3 (congestion). The first congestion trip cuts the rate to a tenth, as section 4.3 allows; a second one within the
/// next CB_INTERVAL, and the other two breakers, open it: media stops. It closes again after a wait that doubles with
/// each trip (section 4.5), provided that the peer still reports.
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

  void start(LocalTime now);
  void on_media_sent(LocalTime now);
  /// A report block on our stream. RTCP of a peer that reports on nothing of ours proves no way there and back.
  void on_report(const ReportBlock& block, const Facts& facts, LocalTime now);
  void on_tick(LocalTime now);
  std::optional<LocalTime> next_tick() const;

  State state() const { return state_; }
  /// While reduced: the most that may be sent.
  DataRate limit() const { return limit_; }
  /// In words, while reduced or open.
  std::string_view reason() const { return reason_; }
  int trips() const { return trips_; }

 private:
  struct Interval {
    double fraction_lost;
    Duration length;
  };
  void check_media(const ReportBlock& block, const Facts& facts, LocalTime now);
  void check_congestion(const ReportBlock& block, const Facts& facts, LocalTime now);
  std::int64_t intervals_in(Duration time) const;
  std::size_t congestion_intervals(const Facts& facts) const;
  double mean_loss(std::size_t intervals) const;
  void trip(std::string_view reason, LocalTime now);

  State state_ = State::closed;
  std::string_view reason_;
  DataRate limit_;
  int trips_ = 0;
  LocalTime reopen_{};
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
