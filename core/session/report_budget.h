#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// What reports may take of the session's bandwidth: five percent (RFC 3550, section 6.2), headers included. That is
/// what comes or what we may send, whichever is more, since reports travel with the latter; and at least 150 kbit/s:
/// below, a controller would see so few reports that it took them for lost. What was not used is saved up to a limit,
/// so that a burst of losses is reported at once. When it is used up two reports a second still go, as proof of life;
/// what they overdraw is forgotten beyond a few reports, so that a pause of media leaves no debt.
class ReportBudget {
 public:
  static constexpr std::int64_t share = 20;  ///< one part in so many
  static constexpr DataSize largest_saving = bytes(3000);
  static constexpr DataSize largest_debt = bytes(500);
  static constexpr DataRate least_rate = kilobits_per_second(150);
  static constexpr DataRate most_rate = megabits_per_second(1000);         ///< to send at; more would save no more
  static constexpr Duration longest_gap = std::chrono::milliseconds(500);  ///< between packets, that counts

  /// What may be sent, from the next packet on; zero: nothing, or not known.
  void set_sending_rate(DataRate rate) { sending_rate_ = std::min(rate, most_rate); }
  void on_received(DataSize size, LocalTime now) {
    const DataRate rate = std::max(least_rate, sending_rate_);
    const std::int64_t by_time = (rate * std::min<Duration>(now - last_, longest_gap)).bytes();
    last_ = now;
    // What comes counts where it is more than time has given already, also where it comes in bursts.
    ahead_ = std::min(ahead_ + by_time, (rate * longest_gap).bytes());
    const std::int64_t beyond = std::max<std::int64_t>(size.bytes() - ahead_, 0);
    ahead_ = std::max<std::int64_t>(ahead_ - size.bytes(), 0);
    credit_ = std::min(credit_ + by_time + beyond, share * largest_saving.bytes());
  }
  /// A report may overdraw it; the next one waits the longer.
  void on_sent(DataSize size) { credit_ = std::max(credit_ - share * size.bytes(), -share * largest_debt.bytes()); }
  bool allows() const { return credit_ >= 0; }

 private:
  DataRate sending_rate_;
  LocalTime last_{};
  std::int64_t credit_ = share * largest_saving.bytes();  // in bytes received
  std::int64_t ahead_ = 0;                                // given by time, and not come yet
};

}  // namespace evenkeel
