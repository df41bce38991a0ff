#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/units/data_rate.h"

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

}  // namespace evenkeel
