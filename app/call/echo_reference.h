#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "core/frames/sound.h"

namespace evenkeel {

/// Played blocks on their way to the echo canceller, which wants one for each captured block. Devices give theirs in
/// bursts and by clocks of their own: a few blocks wait here so that bursts even out, and what one clock is quicker
/// goes to the canceller as two at once or as none.
class EchoReference {
 public:
  struct Played {
    SoundBlock block{};
    LocalTime heard{};  ///< its first sample, at the earliest
  };

  /// A block that goes to the loudspeaker. Where too many wait, as without a microphone, the oldest is left out.
  void push(const SoundBlock& block, LocalTime heard);
  /// How many blocks the canceller is to get before a captured block whose first sample is of that time; they are taken
  /// by pop(). Those whose echo may be in that block are always among them.
  std::size_t due(LocalTime captured);
  std::optional<Played> pop();

 private:
  static constexpr std::size_t capacity = 32;
  static constexpr int settled = 100;        // captured blocks
  static constexpr std::size_t surplus = 2;  // blocks that waited at least all that time are of a quicker clock
  const Played& at(std::size_t i) const { return blocks_[(first_ + i) % capacity]; }

  std::array<Played, capacity> blocks_{};
  std::size_t first_ = 0;
  std::size_t size_ = 0;
  std::size_t least_ = capacity;  // that waited, lately
  int watched_ = 0;               // captured blocks since
};

}  // namespace evenkeel
