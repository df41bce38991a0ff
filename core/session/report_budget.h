#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// What reports may take of the bytes that they report on: five percent (RFC 3550, section 6.2), headers included, but
/// of at least 80 kbit/s: at the lowest rates a controller still needs a report for each packet. What was not used is
/// saved up to a limit, so that a burst of losses is reported at once. Whoever has used it up still sends two reports a
/// second, as proof of life.
class ReportBudget {
 public:
  static constexpr std::int64_t share = 20;  ///< one part in so many
  static constexpr DataSize largest_saving = bytes(3000);
  static constexpr DataRate least_rate = kilobits_per_second(80);

  void on_received(DataSize size, LocalTime now) {
    const DataSize least = least_rate * std::min<Duration>(now - last_, 500ms);
    last_ = now;
    credit_ = std::min(credit_ + std::max(size, least).bytes(), share * largest_saving.bytes());
  }
  /// A report may overdraw it; the next one waits the longer.
  void on_sent(DataSize size) { credit_ -= share * size.bytes(); }
  bool allows() const { return credit_ >= 0; }

 private:
  LocalTime last_{};
  std::int64_t credit_ = share * largest_saving.bytes();  // in bytes received
};

}  // namespace evenkeel
