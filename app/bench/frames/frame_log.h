#pragma once

#include <cstdint>
#include <vector>

#include "core/base/time.h"

namespace evenkeel::bench {

/// What became of each frame of one call.
struct LoggedFrame {
  LocalTime captured{};
  LocalTime departed{};  ///< its last packet, so far
  LocalTime arrived{};   ///< its last packet, so far
  std::int64_t packets = 0;
  std::int64_t packets_departed = 0;
  std::int64_t packets_arrived = 0;

  bool whole() const { return packets_arrived == packets; }
};

/// Tells packets by the order in which they leave: the send loop keeps that of the frames.
class FrameLog {
 public:
  void on_frame(LocalTime captured, std::int64_t packets) { frames_.push_back({captured, {}, {}, packets, 0, 0}); }
  /// A packet leaves; returns the number of its frame.
  std::uint32_t on_departure(LocalTime now);
  void on_arrival(std::uint32_t frame, LocalTime at);

  const std::vector<LoggedFrame>& frames() const { return frames_; }

 private:
  std::vector<LoggedFrame> frames_;
  std::size_t leaving_ = 0;
};

}  // namespace evenkeel::bench
