#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/time.h"
#include "core/control/darc/darc_parameters.h"

namespace evenkeel::darc {

/// Now and then a moment at half the rate, so that the queue empties and the base delay is seen: without it a flow that
/// joins takes the queue of the others for the path. Not where a packet met no queue just now: while the rate climbs.
/// Its length is what that takes: longer after a drain that did not find the floor, shorter after one in which many
/// packets sat on it.
class Drain {
 public:
  explicit Drain(std::uint64_t seed = 1) : state_(seed) {}

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
  /// For each packet in the report: whether it met no queue.
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
  /// Up to 2 s, so that flows, each with a seed of its own, do not keep step.
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
  std::uint64_t state_;
};

/// The law where nobody keeps the queue full:
///     u = clamp((q_t - q_pred)/T, -0.65, q_t/T) + acceleration,  x = B (1 + u)
/// with T between T_up and T_down and at least about the round trip; at most B/2 while draining. Acceleration looks for
/// more where the queue is short, no further than to what is known of the bottleneck.
class LowDelay {
 public:
  struct Report {
    LocalTime now{};
    Duration queue{};               ///< q
    Duration predicted{};           ///< q_pred
    Duration target{};              ///< q_t
    Duration path{};                ///< D
    DataRate capacity;              ///< B
    std::optional<DataRate> pairs;  ///< the bottleneck's rate by packet pairs
    bool shared = false;            ///< with others of our kind: all would look at once, so each tries little
    bool source_limited = false;    ///< the source does not use what it has: no reason to look for more
  };

  explicit LowDelay(std::uint64_t seed = 1) : drain_(seed) {}

  void enter(LocalTime now);
  void on_packet(LocalTime sent, bool on_floor) { drain_.on_packet(sent, on_floor); }
  /// x.
  DataRate rate(const Report& report, const DarcParameters& parameters);
  /// For how long the queue has been clearly shorter than its target.
  Duration short_for(LocalTime now) const { return now - short_since_; }
  /// What a drain took of the last x. So short a dip is none of the encoder's.
  DataRate withheld() const { return withheld_; }
  /// Silence ends the drain.
  void on_silence() { withheld_ = DataRate(); }
  /// Of B, that is added to look for more.
  double acceleration() const { return acceleration_; }

 private:
  void accelerate(const Report& report, const DarcParameters& parameters);

  Drain drain_;
  LocalTime short_since_{};  // the queue
  double acceleration_ = 0;
  DataRate withheld_;
};

}  // namespace evenkeel::darc
