#pragma once

#include <deque>
#include <optional>

#include "core/base/time.h"
#include "core/path/confirmed_minimum.h"

namespace evenkeel {

/// The lower envelope of relative delays (arrival on the peer's clock less sending on ours, so that their origin means
/// nothing): its slope is the skew of the two clocks, its level the path without queues. What a packet has above the
/// envelope is its queueing delay.
///
/// Each 2 s keep their smallest confirmed delay (Confirmation), for three minutes. The line below all of them that
/// touches their lower convex hull over the middle of that time gives the slope (Moon, Skelly, Towsley, INFOCOM 1999).
/// Queues lift points off the envelope and do not tilt it, unless the floor moved; a slope is therefore believed only
/// where the line touches the envelope in each third of the window, where the floor of the round trip, which knows no
/// skew, stayed level from third to third, and only up to 500 ppm.
class DelayEnvelope {
 public:
  explicit DelayEnvelope(bool remove_skew) : remove_skew_(remove_skew) {}

  /// Returns how far the packet lies above the envelope: its queueing delay, never negative. `round_trip_time`: the
  /// latest known; always or never given.
  Duration add(LocalTime sent, Duration relative_delay, std::optional<Duration> round_trip_time = std::nullopt);

  /// Peer seconds per own second, less one. Zero until a minute has passed and while no slope is believed.
  double skew() const { return skew_; }
  /// The level of the envelope is learned anew, the skew stays.
  void forget_base() {
    minima_.clear();
    confirmation_.refute();
  }

 private:
  struct Point {
    double time;        // s since the first packet
    double delay;       // s above the first packet's
    double round_trip;  // s, the smallest of the bucket
  };
  double corrected(const Point& p) const { return p.delay - skew_ * p.time; }
  void start_bucket(const Point& first);
  void fit_skew();
  std::size_t third_of(const Point& p) const;
  bool touches_every_third(double slope, double offset) const;
  bool round_trip_is_level() const;

  bool remove_skew_;
  Confirmation confirmation_;
  std::deque<Point> minima_;
  bool started_ = false;
  LocalTime first_sent_{};
  Duration first_delay_{};
  double skew_ = 0;
  double base_ = 0;  // the smallest corrected delay in minima_
};

}  // namespace evenkeel
