#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/data_size.h"
#include "core/rtp/sequence_unwrapper.h"

namespace evenkeel {

/// The frames of video that were sent last: which one a packet belongs to, and what an id of a few bits means.
class SentFrames {
 public:
  static constexpr std::size_t capacity = 256;  ///< eight seconds

  struct Frame {
    std::optional<std::uint16_t> id;  ///< FrameDependency::id
    std::uint32_t timestamp = 0;      ///< RTP
    bool important = false;           ///< a key frame, or a jump to an older reference
    std::int64_t first = 0;           ///< sequence number of its first packet, without wraps; once one has left
    std::int32_t packets = 0;         ///< that left
    DataSize size;                    ///< of these, IP packets
  };

  /// The stream begins; numbers go on.
  void start() { next_ = 0; }
  void on_frame(std::optional<std::uint16_t> id, std::uint32_t timestamp, bool important);
  /// A packet of the frame with this timestamp left. Returns the frame; null where it is not known any more.
  const Frame* on_left(std::uint16_t number, std::uint32_t timestamp, DataSize size);

  /// The frame that this packet belonged to; null where it is not known any more, or never was.
  const Frame* find(std::uint16_t number) const;
  /// The newest frame whose id ends in these bits; nullopt where none of those that are known does.
  std::optional<std::uint16_t> id_from_low_bits(std::uint16_t low, int bits) const;

 private:
  Frame& at(std::size_t frame) { return frames_[frame % capacity]; }
  const Frame& at(std::size_t frame) const { return frames_[frame % capacity]; }
  std::size_t oldest() const { return next_ > capacity ? next_ - capacity : 0; }

  std::array<Frame, capacity> frames_{};
  std::size_t next_ = 0;  // frames so far
  SequenceUnwrapper<std::uint16_t> unwrapper_;
};

}  // namespace evenkeel
