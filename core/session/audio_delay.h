#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// How long sound is to be held so that packets are there in time. Delays are arrival less media time, on unrelated
/// clocks, so only differences count: those above the least of the last second go into a histogram that forgets with a
/// time constant of 1400 packets, and the target covers 97 % of them.
///
/// A queue that grows on the way makes each packet later than the one before, which no share of what came before
/// covers. It is told apart: what the newest three packets all took above the least. After a second it is part of the
/// least, so that a queue that stands is no jitter.
///
/// A path that has changed for the better, as when a link is wide again, is told apart as well. What comes after a
/// packet that was later than half of what is covered counts by itself; where it is all there was for three seconds,
/// what was before is forgotten. Where it comes back within a minute, the path is better at times only, and the next
/// time takes twice as long.
///
/// The copy of a lost packet comes with the next one, a packet's duration later. While packets get lost, the target is
/// longer by that duration, so that copies are there in time as well.
///
/// At first a sender that looks for the link's rate fills its queue, for a moment and only then. So for the time of the
/// start, from the first arrival on, what arrives is no measure of what comes later, and the target is longer, for at
/// most a second. It is no longer than most such queues need: sound is late beside the first pictures by nearly all of
/// it.
class AudioDelay {
 public:
  static constexpr Duration min_target = 20ms;
  static constexpr Duration max_target = 200ms;
  static constexpr Duration start_target = 120ms;

  explicit AudioDelay(Duration start = Duration::zero()) : start_(start) {}

  /// A packet that had not come before, of a time on the sender's clock of samples, in or out of order.
  void on_arrival(Duration media_time, LocalTime arrival);
  /// A packet of this duration was not there when it was to be played.
  void on_missing(Duration packet);

  /// The least delay; nullopt before the first arrival.
  std::optional<Duration> least() const { return least_; }
  Duration target() const;
  /// By how much the newest three packets all were later than the least: what the queue on the way has grown by.
  Duration queue() const;
  void reset() { *this = AudioDelay(start_); }

 private:
  static constexpr std::size_t buckets = 4;
  static constexpr std::size_t newest = 3;  // two that are late alone are no queue
  static constexpr Duration quiet_needed_at_first = 3s;

  /// Of delays above the least.
  class Histogram {
   public:
    void add(Duration delay);
    Duration covered() const;
    double weight() const { return weight_; }

   private:
    static constexpr std::size_t bins = 100;
    std::array<double, bins> packets_{};
    double weight_ = 0;
  };
  struct Forgotten {
    LocalTime at{};
    Duration covered{};
  };
  void remember_least(Duration delay, LocalTime arrival);
  void count(Duration above_least, LocalTime arrival);
  void forget_what_was_before(LocalTime now);

  struct Bucket {
    std::int64_t period = -1;  // in quarters of a second
    Duration least{};
  };
  Duration start_;
  std::optional<LocalTime> started_;
  bool begins_ = false;  // with a longer target
  std::array<Bucket, buckets> recent_{};
  std::optional<Duration> least_;
  std::array<Duration, newest> newest_{};
  std::size_t next_newest_ = 0;
  Histogram all_;
  Histogram lately_;  // since the last packet that was late
  LocalTime quiet_since_{};
  Duration quiet_needed_ = quiet_needed_at_first;
  std::optional<Forgotten> forgotten_;
  bool missed_lately_ = false;
  double missing_ = 0;  // share of packets, lately
  Duration packet_{};   // the longest that was missing
};

}  // namespace evenkeel
