#include "core/control/sent_log.h"

#include <algorithm>

namespace evenkeel {

// What had been sent by then.
SentLog::Total SentLog::before(LocalTime since) const {
  std::size_t low = count_ > capacity ? count_ - capacity : 0;
  std::size_t high = count_;
  const Total before_oldest = low == 0 ? Total{} : entries_[low % capacity].total;
  while (low < high) {  // the first entry sent after `since`
    const std::size_t middle = low + (high - low) / 2;
    if (entries_[middle % capacity].sent <= since) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const std::size_t oldest = count_ > capacity ? count_ - capacity : 0;
  return low > oldest ? entries_[(low - 1) % capacity].total : before_oldest;
}

}  // namespace evenkeel
