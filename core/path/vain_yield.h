#pragma once

#include <cstddef>
#include <optional>

#include "core/base/data_size.h"
#include "core/base/ring.h"
#include "core/base/time.h"

namespace evenkeel {

/// A queue that does not shrink while we send less is none: what was taken for it is the path's, and the base delay is
/// wrong. A bottleneck that had a queue of ours passes on in each second what we withhold, and of others' queues none
/// keeps still while that changes.
///
/// Judged by times of 100 ms, by when packets left: over the last five less was sent, by 30 %, than over five of the
/// 5 s before, nothing was lost, and from then on the shortest queue of each differed by no more than 2.5 ms, which is
/// what reports round to and a packet.
class VainYield {
 public:
  /// What became of a packet, in the order of sending; `queue`: that it met, nullopt where it was lost.
  void on_packet(LocalTime sent, DataSize size, std::optional<Duration> queue);
  /// Returns how much of the queue is the path's, once.
  std::optional<Duration> false_queue();
  void reset() { *this = VainYield(); }

 private:
  struct Slot {
    std::int64_t number = 0;  // of its 100 ms
    DataSize sent;
    Duration shortest = Duration::max();  // queue
    bool lost = false;
  };
  void judge();

  static constexpr std::size_t remembered = 55;
  static constexpr std::size_t window = 5;
  Ring<Slot> slots_;  // complete ones, without gaps
  Slot current_;
  bool begun_ = false;
  std::optional<Duration> found_;
};

}  // namespace evenkeel
