#pragma once

#include <optional>

#include "core/units/time.h"

namespace evenkeel {

/// Runs while packets are out and no report on packets comes. Armed by the first packet sent after a report, since a
/// receiver that gets nothing has nothing to report; reports on no packets, which only show that the peer is there, are
/// not to be told of. Goes on only as long as packets are sent: a last one that was lost before a pause says nothing of
/// the path in the pause.
class FeedbackTimeout {
 public:
  void on_sent(LocalTime now, Duration timeout) {
    sent_since_ = deadline_.has_value();
    if (!deadline_) deadline_ = now + timeout;
  }
  void on_feedback() {
    deadline_.reset();
    expirations_ = 0;
    graced_ = false;
  }
  /// True once per interval without a report; armed again for another one. Who comes late to ask has slept: reports may
  /// wait for him, and get a moment to be read.
  bool expired(LocalTime now, Duration timeout) {
    if (!deadline_ || now < *deadline_) return false;
    if (now > *deadline_ + grace && !graced_) {
      graced_ = true;
      deadline_ = now + grace;
      return false;
    }
    graced_ = false;
    deadline_.reset();
    if (sent_since_) deadline_ = now + timeout;
    sent_since_ = false;
    ++expirations_;
    return true;
  }
  std::optional<LocalTime> deadline() const { return deadline_; }
  /// In a row, without a report between them.
  int expirations() const { return expirations_; }

 private:
  static constexpr Duration grace = 50ms;
  std::optional<LocalTime> deadline_;
  bool graced_ = false;
  bool sent_since_ = false;  // it was armed
  int expirations_ = 0;
};

}  // namespace evenkeel
