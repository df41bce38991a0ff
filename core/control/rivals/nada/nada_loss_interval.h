#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/path/packet_result.h"

namespace evenkeel {

/// loss_int of RFC 8698: the average loss interval of RFC 5348, section 5.4, in packets, over eight intervals between
/// loss events (losses within one round trip are one event); and how long ago the last loss was.
///
/// It departs from section 5.4 in one point: the interval that is still open does not count. With it the average grows
/// with the age of the last loss, by at least a sixth of it, so that with MULTILOSS = 7 no loss would ever expire. The
/// interval before the first loss does count, or one loss alone would never expire either.
class NadaLossInterval {
 public:
  /// Packets in the order of sending, as far as they are known so.
  void on_packet(const PacketResult& packet, Duration round_trip_time);

  /// loss_int; nothing before the first loss. At least 1.
  std::optional<double> average() const;

  /// How much the warping of the delay counts: 1 while the last loss is no older than multiloss average intervals
  /// (loss_exp), from there down to 0 over one more, 0 without a loss.
  double share_of_warping(double multiloss) const;

  void reset() { *this = NadaLossInterval(); }

 private:
  static constexpr std::size_t most_intervals = 8;
  void begin_event(const PacketResult& packet);
  void take_back(const PacketResult& late);

  struct Event {
    std::int64_t sequence;
    LocalTime sent;
    int losses = 0;
    std::int64_t first_loss = 0;  // before `sequence` where it was reported after it
    std::int64_t last_loss = 0;
  };
  std::optional<std::int64_t> first_;
  std::int64_t newest_ = 0;
  std::optional<Event> event_;
  std::optional<Event> event_before_;
  std::array<double, most_intervals> intervals_{};  // the latest first
  std::size_t count_ = 0;
};

}  // namespace evenkeel
