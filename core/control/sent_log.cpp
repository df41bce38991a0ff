#include "core/control/sent_log.h"

#include <algorithm>

namespace evenkeel {

DataSize SentLog::sent_after(LocalTime since) const {
  std::size_t low = count_ > capacity ? count_ - capacity : 0;
  std::size_t high = count_;
  const std::int64_t before_oldest = low == 0 ? 0 : entries_[low % capacity].total;
  while (low < high) {  // the first entry sent after `since`
    const std::size_t middle = low + (high - low) / 2;
    if (entries_[middle % capacity].sent <= since) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const std::size_t oldest = count_ > capacity ? count_ - capacity : 0;
  const std::int64_t before = low > oldest ? entries_[(low - 1) % capacity].total : before_oldest;
  return bytes(total_ - before);
}

}  // namespace evenkeel
