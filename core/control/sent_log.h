#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/data_rate.h"
#include "core/path/packet_result.h"

namespace evenkeel {

/// The latest packets sent, all and those that are not padding, for integrals of the sending rate over a recent
/// interval: whether the source uses what it is offered, what is outstanding. A ring of fixed size: no allocation per
/// packet; at more than `capacity` packets per interval the integral is cut short.
class SentLog {
 public:
  static constexpr std::size_t capacity = std::size_t{1} << 13;

  SentLog() : entries_(capacity) {}

  void on_sent(const SentPacket& packet) {
    total_.all += packet.size.bytes();
    if (!packet.padding) total_.media += packet.size.bytes();
    if (!packet.sound) {
      total_.large += packet.size.bytes();
      ++total_.large_count;
    }
    entries_[count_++ % capacity] = {packet.sent, total_};
  }

  /// All that was sent after `since`.
  DataSize sent_after(LocalTime since) const { return bytes(total_.all - before(since).all); }
  /// The mean over the last `span`, which is above zero.
  DataRate rate_over(Duration span, LocalTime now) const { return sent_after(now - span) / span; }
  DataRate media_rate_over(Duration span, LocalTime now) const {
    return bytes(total_.media - before(now - span).media) / span;
  }

  /// The mean size of packets of the last `span`, those of sound left out, which are small; nullopt where there are
  /// none.
  std::optional<DataSize> mean_size_over(Duration span, LocalTime now) const {
    const Total then = before(now - span);
    const std::int64_t count = total_.large_count - then.large_count;
    return count > 0 ? std::optional(bytes((total_.large - then.large) / count)) : std::nullopt;
  }

  void reset() {
    count_ = 0;
    total_ = {};
  }

 private:
  struct Total {
    std::int64_t all = 0;  // bytes
    std::int64_t media = 0;
    std::int64_t large = 0;  // but for sound
    std::int64_t large_count = 0;
  };
  struct Entry {
    LocalTime sent{};
    Total total;  // up to and including this packet
  };
  Total before(LocalTime since) const;

  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  Total total_;
};

}  // namespace evenkeel
