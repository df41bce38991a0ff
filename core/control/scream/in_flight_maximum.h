#pragma once

#include "core/path/windowed_minimum.h"
#include "core/units/data_size.h"

namespace evenkeel {

/// max_bytes_in_flight: the most that was in flight during the last 5 s (RFC 8298, section 4.1.2.2).
class ScreamInFlightMaximum {
 public:
  void add(LocalTime now, DataSize in_flight) { negative_.add(now, -in_flight); }
  /// Bytes; zero before the first packet.
  double bytes() const { return -static_cast<double>(negative_.minimum().value_or(DataSize()).bytes()); }
  void reset() { negative_.reset(); }

 private:
  WindowedMinimum<DataSize> negative_{5s, 250ms};
};

}  // namespace evenkeel
