#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/bench/arrivals.h"

namespace evenkeel::bench {

/// Records the arrivals of numbered packets, in bounded memory: if there are too many, arrivals that are close together
/// are merged.
class ArrivalRecorder {
 public:
  static constexpr std::size_t max_arrivals = 4'000'000;

  /// Packets within `resolution` of the first count as one arrival, at the time of the last. `expected`: arrivals to
  /// reserve memory for, so that nothing is allocated while packets arrive. `maximum`: arrivals to keep at most.
  ArrivalRecorder(Duration resolution, std::size_t expected, std::size_t maximum = max_arrivals);

  void on_packet(std::int64_t sequence, std::int32_t bytes, LocalTime at);

  std::int64_t packets() const { return packets_; }
  /// Packets that arrived after one with a higher number.
  std::int64_t reordered() const { return reordered_; }
  Duration resolution() const { return resolution_; }
  std::size_t arrivals() const { return arrivals_.size(); }
  /// The arrivals with times since `start`, or since the first arrival if it is nullopt.
  std::vector<Arrival> since(std::optional<LocalTime> start) const;

 private:
  void thin();

  Duration resolution_;
  std::size_t max_;
  std::vector<Arrival> arrivals_;  // times since the epoch of the local clock
  Duration first_of_last_{};       // when the last arrival began
  std::int64_t next_sequence_ = 0;
  std::int64_t packets_ = 0;
  std::int64_t reordered_ = 0;
};

}  // namespace evenkeel::bench
