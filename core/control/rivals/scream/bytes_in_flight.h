#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/path/path_monitor.h"

namespace evenkeel {

/// bytes_in_flight of RFC 8298, section 4.1.2: what was sent after the packet with the highest sequence number that
/// arrived, whether or not those before did.
///
/// The Sender counts otherwise: with it a packet stays in flight until a report tells its fate, which none ever does
/// where all that is out was lost. The surplus of its count over ours is to be added to the window that it is given.
class ScreamBytesInFlight {
 public:
  static constexpr std::size_t capacity = std::size_t{1} << 13;  ///< packets; of older ones no arrival is noticed

  ScreamBytesInFlight() : entries_(capacity) {}

  /// What was sent before is not ours.
  void start(LocalTime now);
  void on_sent(const SentPacket& packet);
  /// Returns bytes_newly_acked: by how much the highest sequence number that arrived has moved on, lost packets
  /// included.
  DataSize on_feedback(const PathReport& report);
  /// All that is out counts as gone. An arrival among it is noticed all the same.
  void write_off();

  DataSize size() const { return bytes(sent_ - std::max(acknowledged_, written_off_)); }
  DataSize surplus() const;

 private:
  struct Entry {
    std::int64_t sequence = std::numeric_limits<std::int64_t>::min();
    std::int64_t total = 0;  // bytes up to and including this packet
  };
  std::int64_t total_up_to(std::int64_t sequence) const;

  std::vector<Entry> entries_;  // a ring
  std::int64_t sent_ = 0;       // bytes; never goes back, so that entries from before a start() acknowledge nothing
  std::int64_t acknowledged_ = 0;
  std::int64_t written_off_ = 0;
  std::int64_t count_of_sender_ = 0;
  bool surplus_is_ours_ = false;
  LocalTime started_{};
};

}  // namespace evenkeel
