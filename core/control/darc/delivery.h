#pragma once

#include <deque>
#include <optional>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel::darc {

/// What has arrived lately, over windows that end with the newest arrival.
class Delivery {
 public:
  struct Window {
    DataRate rate;         ///< of what arrived
    Duration span{};       ///< between the first and the last arrival
    Duration least_queue;  ///< that a packet met; above zero: the bottleneck never rested; zero where none is known
    double loss = 0;       ///< share of the bytes sent
  };

  /// `queue`: Duration::max() where it is not known.
  void on_arrival(RemoteTime arrival, DataSize size, Duration queue);
  /// Placed between the arrivals before and after it.
  void on_lost(std::int64_t sequence, DataSize size);
  /// A lost one came after all, now.
  void on_late(std::int64_t sequence, RemoteTime arrival, DataSize size);
  /// Nothing before two packets came, or where the arrivals span less than half of `length`.
  std::optional<Window> over(Duration length) const;
  void reset() { *this = Delivery(); }

 private:
  static constexpr Duration kept = 2s;
  static constexpr Duration clock_step = 1s;  ///< back: no reordering is that large
  struct Entry {
    RemoteTime arrival;
    DataSize size;
    Duration queue;
    bool lost = false;
    std::int64_t sequence = 0;  // of a lost one
  };
  std::deque<Entry> entries_;
};

}  // namespace evenkeel::darc
