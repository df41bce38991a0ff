#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// A video frame whose packets have all left.
struct SentFrame {
  std::int64_t first_sequence = 0;  ///< unwrapped RTP sequence number of its first packet
  std::int32_t packets = 0;         ///< at least 1, with consecutive numbers
  std::int32_t lost = 0;            ///< of these, as far as reports have told; repaired ones count as lost
  DataSize size;                    ///< of the packets as sent
  bool important = false;           ///< a key frame, or one that follows a jump to an older reference
  LocalTime sent{};                 ///< its last packet
};

/// The frames sent lately and how many packets of each were lost. Its memory is bounded and taken at the start.
class FrameLosses {
 public:
  /// More than 30 seconds at 60 pictures a second; the oldest give way.
  static constexpr std::size_t capacity = 2048;

  FrameLosses() : frames_(capacity) {}

  /// A frame without packets is passed over. Numbers that do not go up begin a new history.
  void on_frame(const SentFrame& frame);
  /// A packet that belongs to none of the frames is passed over. Each packet is told at most once.
  void on_lost(std::int64_t sequence);
  /// A packet that on_lost() told came all the same.
  void on_found(std::int64_t sequence);
  void forget_before(LocalTime time);
  void clear() { begin_ = end_; }

  std::size_t size() const { return end_ - begin_; }
  /// In the order of sending; index below size().
  const SentFrame& operator[](std::size_t index) const { return frames_[(begin_ + index) % capacity]; }

  /// The index of the first frame sent at `time` or later; size() where there is none.
  std::size_t first_since(LocalTime time) const;
  /// The index of the first frame with losses; size() where there is none.
  std::size_t first_loss() const;

  /// Of the frames from this index on:
  double mean_packets(std::size_t from) const;  ///< per frame; 0 where there are none
  double lost_part(std::size_t from) const;     ///< of the packets
  int frames_hit(std::size_t from) const;       ///< by losses

 private:
  SentFrame* frame_of(std::int64_t sequence);

  std::vector<SentFrame> frames_;
  std::size_t begin_ = 0;  // counts all frames, as end_ does
  std::size_t end_ = 0;
};

}  // namespace evenkeel
