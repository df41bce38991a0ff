#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/data_rate.h"
#include "core/path/packet_result.h"

namespace evenkeel {

/// What was sent against what was allowed, to tell data-limited intervals (RFC 5348, sections 4.3 and 8.2.1). The RFC
/// asks whether the sender ever had sent all that it might; a controller does not see the send queue, so here an
/// interval is data-limited where less than 90 % of the allowed went out, and that by more than a packet. A ring of
/// fixed size.
class TfrcAllowance {
 public:
  TfrcAllowance() : entries_(capacity) {}

  void on_rate(DataRate allowed, LocalTime now);
  void on_sent(const SentPacket& packet);

  /// Of the time after `from` up to and including `to`; false where nothing is known of it.
  bool data_limited(LocalTime from, LocalTime to) const;

  void reset();

 private:
  static constexpr std::size_t capacity = std::size_t{1} << 13;
  struct Entry {
    LocalTime sent{};
    std::int64_t sent_bytes = 0;  // up to and including this packet
    double allowed_bytes = 0;     // until it left
  };
  const Entry& at(std::size_t i) const { return entries_[i % capacity]; }
  void integrate(LocalTime now);
  std::size_t count_until(LocalTime time) const;
  std::size_t oldest() const { return count_ > capacity ? count_ - capacity : 0; }
  double allowed_at(LocalTime time, std::size_t next) const;

  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  std::int64_t sent_bytes_ = 0;
  double allowed_bytes_ = 0;
  DataRate rate_;
  LocalTime integrated_{};
  DataSize largest_packet_;
};

}  // namespace evenkeel
