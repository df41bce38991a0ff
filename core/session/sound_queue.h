#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/frames/sound.h"

namespace evenkeel {

/// Decoded samples that wait to be played, and behind them as many that were played as a TimeStretch looks at.
/// Allocates once, at construction.
class SoundQueue {
 public:
  /// `history`: how many played samples it keeps; `capacity`: the most that may wait.
  SoundQueue(std::size_t history, std::size_t capacity);

  std::size_t waiting() const { return end_ - next_; }
  std::size_t room() const { return capacity_ - waiting(); }
  /// Room for that many more, to be filled at once; they then wait. Above room() stops the program.
  std::span<std::int16_t> append(std::size_t samples);
  /// Of fewer than block_samples stops the program.
  void take(SoundBlock& out);

  /// The newest samples, played ones included; silence where there were none. Up to `history`.
  std::span<const std::int16_t> newest(std::size_t samples) const;
  /// Puts other samples in the place of the newest ones. Of those that wait, `with` may be longer than what it replaces
  /// up to room().
  void replace_newest(std::size_t samples, std::span<const std::int16_t> with);
  /// Forgets what waits and was played.
  void clear();

 private:
  void compact(std::size_t needed);

  std::size_t history_;
  std::size_t capacity_;
  std::vector<std::int16_t> samples_;
  std::size_t next_;  // to be played
  std::size_t end_;
};

}  // namespace evenkeel
