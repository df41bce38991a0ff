#pragma once

#include <algorithm>
#include <optional>

#include "core/path/path_monitor.h"

namespace evenkeel {

/// After a late wake-up unread reports may still be queued: a timer that finds its deadline long past grants them a
/// moment, once.
class ReadingGrace {
 public:
  static constexpr Duration length = 50ms;

  /// Whether to look again `length` later, before the deadline counts as missed.
  bool grants(LocalTime deadline, LocalTime now) {
    if (granted_ || now <= deadline + length) return false;
    granted_ = true;
    return true;
  }
  void reset() { granted_ = false; }

 private:
  bool granted_ = false;
};

/// Runs while packets are out and no report on packets comes. Armed by the first packet sent after a report, since a
/// receiver that gets nothing has nothing to report. Goes on only as long as packets are sent: a last one that was lost
/// before a pause says nothing about the path in the pause.
///
/// `timeout` is what the controller's law says. Where reports are rare, since they may take no more than a share of a
/// rate that is low, it lasts at least a round trip (without queues) more than they are apart: none that comes when it
/// should is missed.
class FeedbackTimeout {
 public:
  void on_sent(LocalTime now, Duration timeout) {
    sent_since_ = deadline_.has_value();
    if (!deadline_) deadline_ = now + std::max(timeout, least_);
  }
  /// Returns whether the report is about any packet. If not, it only shows that the peer is there: the path to it may
  /// be dead.
  bool on_report(const PathReport& report) {
    if (report.packets.empty()) return false;
    on_feedback(report.now, report.min_round_trip_time);
    return true;
  }
  /// For controllers that ask more of a report: one that counts came at `now`. `round_trip`: without queues.
  void on_feedback(LocalTime now, Duration round_trip) {
    learn(now, round_trip);
    deadline_.reset();
    expirations_ = 0;
    grace_.reset();
  }
  /// True once per interval without a report; armed again for another one.
  bool expired(LocalTime now, Duration timeout) {
    if (!deadline_ || now < *deadline_) return false;
    if (grace_.grants(*deadline_, now)) {
      deadline_ = now + ReadingGrace::length;
      return false;
    }
    grace_.reset();
    deadline_.reset();
    if (sent_since_) deadline_ = now + std::max(timeout, least_);
    sent_since_ = false;
    ++expirations_;
    return true;
  }
  std::optional<LocalTime> deadline() const { return deadline_; }
  /// In a row, without a report between them.
  int expirations() const { return expirations_; }

 private:
  // Receivers send two reports a second whatever their budget is: what is longer is a path that stood still.
  static constexpr Duration longest_apart = 600ms;

  void learn(LocalTime now, Duration round_trip) {
    const Duration gap = reported_ ? now - *reported_ : Duration::zero();
    reported_ = now;
    if (gap <= longest_apart) apart_ = std::max(gap, apart_ - apart_ / 8);
    least_ = round_trip + apart_;
  }

  std::optional<LocalTime> deadline_;
  ReadingGrace grace_;
  bool sent_since_ = false;  // it was armed
  int expirations_ = 0;
  std::optional<LocalTime> reported_;
  Duration apart_{};  // reports, the longest of late
  Duration least_{};
};

}  // namespace evenkeel
