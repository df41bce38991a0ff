#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// What reports may take of the session's bandwidth: five percent (RFC 3550, section 6.2), headers included. That is
/// what comes or what we send, whichever is more, since reports travel with the latter; and at least 150 kbit/s: below,
/// a controller would see so few reports that it took them for lost. What was not used is saved up to a limit, so that
/// a burst of losses is reported at once. When it is used up two reports a second still go, as proof of life; what they
/// overdraw is forgotten beyond a few reports, so that a pause of media leaves no debt.
class ReportBudget {
 public:
  static constexpr std::int64_t share = 20;  ///< one part in so many
  static constexpr DataSize largest_saving = bytes(3000);
  static constexpr DataSize largest_debt = bytes(500);
  static constexpr DataRate least_rate = kilobits_per_second(150);
  static constexpr DataRate most_rate = megabits_per_second(1000);  ///< of what is sent; more would save no more

  /// In force from the next packet on; zero: nothing is sent, or not known.
  void set_sending_rate(DataRate rate) { sending_rate_ = std::min(rate, most_rate); }
  void on_received(DataSize size, LocalTime now) {
    const DataSize least = std::max(least_rate, sending_rate_) * std::min<Duration>(now - last_, 500ms);
    last_ = now;
    credit_ = std::min(credit_ + std::max(size, least).bytes(), share * largest_saving.bytes());
  }
  /// A report may overdraw it; the next one waits the longer.
  void on_sent(DataSize size) { credit_ = std::max(credit_ - share * size.bytes(), -share * largest_debt.bytes()); }
  bool allows() const { return credit_ >= 0; }

 private:
  DataRate sending_rate_;
  LocalTime last_{};
  std::int64_t credit_ = share * largest_saving.bytes();  // in bytes received
};

}  // namespace evenkeel
