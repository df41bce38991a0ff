#pragma once

#include <cstdint>
#include <vector>

#include "core/path/packet_result.h"

namespace evenkeel {

/// The latest packets sent, for integrals of the sending rate over a recent interval. A ring of fixed size: no
/// allocation per packet; at more than `capacity` packets per interval the integral is cut short.
class SentLog {
 public:
  static constexpr std::size_t capacity = std::size_t{1} << 13;

  SentLog() : entries_(capacity) {}

  void on_sent(const SentPacket& packet) {
    total_ += packet.size.bytes();
    entries_[count_++ % capacity] = {packet.sent, total_};
  }

  /// All that was sent after `since`.
  DataSize sent_after(LocalTime since) const;

  void reset() {
    count_ = 0;
    total_ = 0;
  }

 private:
  struct Entry {
    LocalTime sent{};
    std::int64_t total = 0;  // bytes up to and including this packet
  };
  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  std::int64_t total_ = 0;
};

}  // namespace evenkeel
