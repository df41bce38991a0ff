#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/base/ring.h"
#include "core/path/packet_result.h"

namespace evenkeel {

/// What became of the latest packets: the receiver of RFC 8698, sections 4.2 and 5.1, as the sender sees it. Delays are
/// in seconds and absolute; what the path takes without a queue is still in them.
class NadaWindow {
 public:
  struct Summary {
    DataRate received;         ///< r_recv: what arrived during the window, over its length
    double loss_ratio = 0;     ///< p_inst: lost over sent
    bool lost = false;         ///< anything at all
    double longest_delay = 0;  ///< of the raw samples; the lowest number if there was none
  };

  /// Packets in the order of sending, as far as they are known so. `length` is LOGWIN. One that comes late takes the
  /// place of the loss that it counted as.
  void add(const PacketResult& packet, Duration length);

  /// Over the packets sent during the last `length` before the newest; what was received, before the latest arrival.
  Summary summary(Duration length) const;

  /// The minimum filter: the smallest of the latest `samples` delays. Nothing before the first.
  std::optional<double> shortest_delay(int samples) const;

  void reset() { *this = NadaWindow(); }

 private:
  struct Entry {
    std::int64_t sequence;
    LocalTime sent;
    DataSize size;
    bool received;
    std::optional<Duration> arrival;  // of the peer's clock
    std::optional<double> delay;      // s
  };
  DataRate received_rate(Duration length) const;
  void take_back(const PacketResult& late);

  Ring<Entry> entries_;
  LocalTime newest_{};
};

}  // namespace evenkeel
