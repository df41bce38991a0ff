#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/units/time.h"

namespace evenkeel::darc {

/// Now and then a moment at half the rate, so that the queue empties and the base delay is seen: without it a flow that
/// joins takes the queue of the others for the path. Not where a packet met no queue just now: while the rate climbs.
/// Its length is what that takes: longer after a drain that did not find the floor, shorter after one in which many
/// packets sat on it.
class Drain {
 public:
  void start(LocalTime now) {
    next_ = now + interval;
    until_ = now;
  }
  /// Whether to send at most at half the rate now.
  bool active(LocalTime now) {
    if (now >= next_ && floor_seen_ && now - *floor_seen_ < recently) next_ = now + interval + jitter();
    if (now >= next_) {
      begun_ = now;
      until_ = now + length_;
      next_ = until_ + interval + jitter();
      judged_ = false;
    }
    return now < until_;
  }
  /// Of a packet that the report tells of, and whether it met no queue.
  void on_packet(LocalTime sent, bool on_floor) {
    if (on_floor) floor_seen_ = sent;
    if (judged_ || sent < begun_) return;
    if (sent >= until_) return judge();
    ++packets_;
    if (on_floor) ++floored_;
  }
  Duration length() const { return length_; }

 private:
  static constexpr Duration interval = 4s;
  static constexpr Duration recently = 1s;
  static constexpr Duration shortest = 40ms;
  static constexpr Duration longest = 300ms;

  void judge() {
    judged_ = true;
    if (packets_ > 0 && floored_ == 0) length_ = std::min<Duration>(length_ * 8 / 5, longest);
    if (packets_ > 0 && 2 * floored_ > packets_) length_ = std::max<Duration>(length_ * 3 / 4, shortest);
    packets_ = floored_ = 0;
  }
  /// Up to 2 s, so that flows do not keep step.
  Duration jitter() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return Duration(static_cast<std::int64_t>(state_ >> 33) % Duration(2s).count());
  }

  LocalTime next_{};
  LocalTime begun_{};
  std::optional<LocalTime> floor_seen_;
  LocalTime until_{};
  Duration length_ = 60ms;
  bool judged_ = true;
  int packets_ = 0;
  int floored_ = 0;
  std::uint64_t state_ = 1;
};

}  // namespace evenkeel::darc
