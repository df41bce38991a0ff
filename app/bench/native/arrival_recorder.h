#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/bench/arrivals.h"

namespace evenkeel::bench {

/// What a receiver keeps of a stream of numbered packets. Bounded: where arrivals become too many, those that lie close
/// together are put together.
class ArrivalRecorder {
 public:
  static constexpr std::size_t most_arrivals = 4'000'000;

  /// Packets that come within `resolution` of the first of them count as one arrival, at the time of the last.
  /// `expected`: room to make beforehand, so that none is made while packets come.
  ArrivalRecorder(Duration resolution, std::size_t expected, std::size_t most = most_arrivals);

  void on_packet(std::int64_t sequence, std::int32_t bytes, LocalTime at);

  std::int64_t packets() const { return packets_; }
  /// Packets that came after one with a higher number.
  std::int64_t reordered() const { return reordered_; }
  Duration resolution() const { return resolution_; }
  std::size_t arrivals() const { return arrivals_.size(); }
  /// With times since `start`; without one, since the first arrival.
  std::vector<Arrival> since(std::optional<LocalTime> start) const;

 private:
  void thin();

  Duration resolution_;
  std::size_t most_;
  std::vector<Arrival> arrivals_;  // times since the epoch of the local clock
  Duration first_of_last_{};       // when the last arrival began
  std::int64_t next_sequence_ = 0;
  std::int64_t packets_ = 0;
  std::int64_t reordered_ = 0;
};

}  // namespace evenkeel::bench
