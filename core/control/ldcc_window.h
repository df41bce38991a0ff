#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/path/packet_result.h"

namespace evenkeel {

/// The rectangular averaging window of LDCC (section V-A): one round-trip time of arrivals, at least three packets.
/// Sending and receiving rate come from the same packets and the same convention: n packets over the n intervals since
/// the last packet of the window before.
class LdccWindow {
 public:
  struct Averages {
    DataRate sent;      ///< x of eq. 23, as measured on these packets
    DataRate received;  ///< x_recv
    Duration one_way_delay{};
    Duration round_trip_time{};
    Duration span{};  ///< of the sending
  };

  void add_round_trip_time(Duration sample);

  /// Packets in the order of sending, lost ones included; of one that comes late only the bytes count. `length` is the
  /// window's time. Returns the averages of the window that this packet ends.
  std::optional<Averages> add(const PacketResult& packet, Duration length);

  /// Discards what is there: the window spans a gap in the feedback.
  void restart() { *this = LdccWindow(); }

 private:
  struct Anchor {
    LocalTime sent;
    RemoteTime arrival;
  };
  void begin(const Anchor& anchor);
  std::optional<Averages> close(const PacketResult& last);

  std::optional<Anchor> anchor_;
  RemoteTime end_{};
  DataSize sent_;
  DataSize received_;
  int arrivals_ = 0;
  double delay_sum_ = 0;  // s
  double rtt_sum_ = 0;    // s
  int rtt_samples_ = 0;
  Duration last_rtt_{};
};

}  // namespace evenkeel
