#pragma once

#include <algorithm>
#include <deque>
#include <optional>

#include "core/base/time.h"
#include "core/path/queue_drain.h"
#include "core/path/windowed_extreme.h"

namespace evenkeel {

/// What of a delay a base delay may be taken of. A handful of packets that come early at once, as over a path that dips
/// for a moment, say nothing of the path that the others take: a delay that is more than 2 ms below those of all others
/// counts as far as packets confirm it that left 100 ms to 10 s before. A path that has become shorter is confirmed
/// after 100 ms. What a queue leaves that drains, be it for a moment, counts at once (QueueDrain).
class Confirmation {
 public:
  static constexpr Duration spacing = std::chrono::milliseconds(100);
  static constexpr Duration tolerance = std::chrono::milliseconds(2);  // what reports round to, at both ends

  /// The delay, or the least of those packets where that is more. In the order of sending; of the first 100 ms, and
  /// after a pause as long as the memory, it is the delay itself.
  Duration add(LocalTime sent, Duration delay) {
    if (sent > last_ + memory_) forget();
    last_ = std::max(last_, sent);
    for (; !recent_.empty() && recent_.front().begin + group + spacing <= sent; recent_.pop_front())
      earlier_.add(recent_.front().begin, recent_.front().least);
    if (recent_.empty() || sent >= recent_.back().begin + group) {
      recent_.push_back({sent, delay});
    } else {
      recent_.back().least = std::min(recent_.back().least, delay);
    }
    const auto confirmed = earlier_.value();
    const Duration floor = confirmed ? *confirmed - tolerance : Duration::min();
    const bool drains = drain_.add(sent, delay, floor);
    return drains || delay >= floor ? delay : *confirmed;
  }

  /// What was confirmed was wrong: this path dips so often that one dip confirms another. From now on packets confirm
  /// for a second.
  void refute() {
    memory_ = std::chrono::seconds(1);
    forget();
  }
  void reset() { *this = Confirmation(); }

 private:
  struct Group {
    LocalTime begin;
    Duration least;
  };
  static constexpr Duration group = std::chrono::milliseconds(10);
  static constexpr int buckets = 20;

  void forget() {
    recent_.clear();
    earlier_ = WindowedMinimum<Duration>(memory_, memory_ / buckets);
  }

  Duration memory_ = std::chrono::seconds(10);
  std::deque<Group> recent_;  // too new to confirm anything
  WindowedMinimum<Duration> earlier_{memory_, memory_ / buckets};
  LocalTime last_{};
  QueueDrain drain_;
};

/// The base of delays: the least that is confirmed, of the last `window`; see WindowedExtreme.
class ConfirmedMinimum {
 public:
  ConfirmedMinimum(Duration window, Duration bucket) : minimum_(window, bucket) {}

  void add(LocalTime sent, Duration delay) { minimum_.add(sent, confirmation_.add(sent, delay)); }
  /// Returns nullopt before the first delay.
  std::optional<Duration> value() const { return minimum_.value(); }
  /// The base was wrong and is learned anew; see Confirmation.
  void refute() {
    minimum_.reset();
    confirmation_.refute();
  }
  void reset() {
    minimum_.reset();
    confirmation_.reset();
  }

 private:
  Confirmation confirmation_;
  WindowedMinimum<Duration> minimum_;
};

}  // namespace evenkeel
