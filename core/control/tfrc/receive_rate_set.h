#pragma once

#include <array>
#include <cstddef>

#include "core/units/data_rate.h"

namespace evenkeel {

/// X_recv_set: the receive rates that limit the sending rate (RFC 5348, section 4.3), at most three of them (8.2.2).
/// Begins with the one entry "unlimited".
class TfrcReceiveRateSet {
 public:
  /// Only "unlimited", as of now: it counts for the next two round trips.
  void start(LocalTime now) { replace(DataRate::unlimited(), now); }
  /// Update X_recv_set(): with the new rate, without those older than two round trips.
  void update(DataRate received, LocalTime now, Duration round_trip_time);
  /// Maximize X_recv_set(): the largest of the entries and the new rate alone; "unlimited" goes.
  void maximize(DataRate received, LocalTime now);
  void halve();
  void replace(DataRate rate, LocalTime now);

  /// Unlimited before start().
  DataRate maximum() const;
  std::size_t size() const { return size_; }

 private:
  struct Entry {
    DataRate rate;
    LocalTime time{};
  };
  static constexpr std::size_t most = 3;

  void drop_oldest();

  std::array<Entry, most> entries_{};  // the oldest first
  std::size_t size_ = 0;
};

}  // namespace evenkeel
