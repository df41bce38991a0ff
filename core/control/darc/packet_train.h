#pragma once

#include <optional>

#include "core/path/packet_result.h"
#include "core/units/data_rate.h"

namespace evenkeel::darc {

/// The packets that left between two instants, and how fast they arrived.
class PacketTrain {
 public:
  struct Result {
    DataRate sent;
    DataRate delivered;   ///< no more than was sent: arrivals that lie closer together were held back by something
    bool passed = false;  ///< as fast as it was sent, but for what jitter can do: the bottleneck has more
  };

  void begin(LocalTime now) {
    *this = PacketTrain();
    begin_ = now;
  }
  void end(LocalTime now) { end_ = now; }
  void on_sent(const SentPacket& packet);
  void on_result(const PacketResult& packet);

  bool open() const { return begin_ && !end_; }
  /// A later packet was reported: of the train nothing more is to come, or too late to count.
  bool complete() const { return complete_; }
  /// Nothing where too few came. `jitter`: by so much a train may arrive longer than it left.
  std::optional<Result> result(Duration jitter) const;

 private:
  static constexpr int least_packets = 8;
  static constexpr Duration resolution = 2ms;  // reports round both ends to 1 ms
  static constexpr double passed_share = 0.9;
  std::optional<LocalTime> begin_;
  std::optional<LocalTime> end_;
  bool complete_ = false;
  // Of what was sent and of what arrived the bits behind the first packet count: those that the time between took.
  std::optional<LocalTime> first_sent_;
  LocalTime last_sent_{};
  DataSize sent_;
  int arrivals_ = 0;
  RemoteTime first_arrival_{};
  RemoteTime last_arrival_{};
  DataSize arrived_;
};

}  // namespace evenkeel::darc
