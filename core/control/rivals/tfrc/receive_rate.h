#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/data_rate.h"

namespace evenkeel {

/// X_recv: the rate of what arrived during the last round trip, from the packets' arrival times (RFC 5348, section 6.2;
/// here the sender finds it). A ring of fixed size: beyond `capacity` packets per round trip it reads too low.
class TfrcReceiveRate {
 public:
  TfrcReceiveRate() : arrivals_(capacity) {}

  /// In the order of sending; nothing where the peer could not tell when: then it came with the one before.
  void on_arrival(std::optional<RemoteTime> arrival, DataSize size);

  /// Over the time `span` up to the newest arrival; zero before any arrival and for spans not above zero.
  DataRate over(Duration span) const;

  void reset() { count_ = 0; }

 private:
  static constexpr std::size_t capacity = std::size_t{1} << 13;
  struct Arrival {
    RemoteTime time{};
    DataSize size;
  };
  const Arrival& newest() const { return arrivals_[(count_ - 1) % capacity]; }

  std::vector<Arrival> arrivals_;  // times do not decrease
  std::size_t count_ = 0;
};

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
