#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "core/base/time.h"
#include "core/path/round_trip_time.h"

namespace evenkeel {

/// The round trip where it is measured only now and then (a sender report and its answer, RFC 3550, section 6.4.1), at
/// the time of each feedback: what the last answer took but for the queue that its report met on the way there, and the
/// queue of now.
class RareRoundTrip {
 public:
  /// The queue that a packet met, which was sent at that time. In the order of sending.
  void on_queue(LocalTime sent, Duration queueing_delay) {
    if (count_ > 0 && sent < latest().sent + spacing) return;
    delays_[count_++ % size] = {sent, queueing_delay};
  }
  /// A report that was sent at `asked` was answered, and the round trip took so long.
  void on_answer(LocalTime asked, Duration round_trip, LocalTime now) {
    answers_.add(now, round_trip);
    rest_ = round_trip - queue_at(asked);
  }
  /// Nullopt before the first answer.
  std::optional<Duration> with(Duration queueing_delay) const {
    return rest_ ? std::optional(*rest_ + queueing_delay) : std::nullopt;
  }
  /// As measured: what no clock of the peer is in.
  const RoundTripTime& answers() const { return answers_; }

 private:
  struct Met {
    LocalTime sent{};
    Duration delay{};
  };
  static constexpr Duration spacing = 20ms;
  static constexpr std::size_t size = 256;  // 5 s: answers come once a second or so

  const Met& latest() const { return delays_[(count_ - 1) % size]; }
  /// Of the packet sent nearest before; zero where nothing is known.
  Duration queue_at(LocalTime sent) const {
    for (std::size_t i = count_; i > 0 && i + size > count_; --i) {
      const Met& met = delays_[(i - 1) % size];
      if (met.sent <= sent) return met.delay;
    }
    return Duration::zero();
  }

  std::array<Met, size> delays_{};
  std::size_t count_ = 0;
  std::optional<Duration> rest_;
  RoundTripTime answers_;
};

}  // namespace evenkeel
