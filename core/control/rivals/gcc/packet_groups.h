#pragma once

#include <optional>

#include "core/path/packet_result.h"

namespace evenkeel::gcc {

/// How a group of packets left and arrived after the one before.
struct GroupDelta {
  Duration sending{};    ///< between the last departures of the two
  Duration arriving{};   ///< between their last arrivals
  RemoteTime arrival{};  ///< of the later one's last packet

  /// d: by how much the path's delay grew from one to the other.
  double delay_ms() const { return to_milliseconds(arriving - sending); }
};

/// Gathers packets into groups, which are what the delay filters look at: a pacer and a link of the air send several
/// packets as one, and what lies between those says nothing of the queue.
///
/// A group takes the packets that leave within 5 ms of its first, and those that catch up with it: they arrive at most
/// 5 ms after its last, their delay is less than its last one's, and the group's arrival spans less than 100 ms.
/// Groups start over where arrivals are offset by more than 3 s from the reports that name them (the peer's
/// clock was set), and where three groups in a row arrived before their predecessors.
class PacketGroups {
 public:
  /// To be called in the order of sending; `told` is when the report came. The difference of the last two complete
  /// groups, where this packet begins a new one. Lost packets, and ones without a time of arrival, count nowhere.
  std::optional<GroupDelta> add(const PacketResult& packet, LocalTime told);

  void reset() { *this = PacketGroups(); }

 private:
  struct Group {
    LocalTime first_sent;
    LocalTime last_sent;
    RemoteTime first_arrival;
    RemoteTime last_arrival;
    LocalTime told;
  };
  bool belongs(LocalTime sent, RemoteTime arrival) const;
  bool catches_up(LocalTime sent, RemoteTime arrival) const;
  std::optional<GroupDelta> compare();

  std::optional<Group> previous_;
  std::optional<Group> current_;
  int reordered_ = 0;
};

}  // namespace evenkeel::gcc
