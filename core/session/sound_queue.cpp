#include "core/session/sound_queue.h"

#include <algorithm>
#include <cstdlib>

namespace evenkeel {

// Twice what is needed, so that samples are moved to the front once in a while only.
SoundQueue::SoundQueue(std::size_t history, std::size_t capacity)
    : history_(history), capacity_(capacity), samples_(2 * (history + capacity)), next_(history), end_(history) {}

void SoundQueue::clear() {
  next_ = end_ = history_;
  std::fill_n(samples_.begin(), history_, std::int16_t{0});
}

void SoundQueue::compact(std::size_t needed) {
  if (end_ + needed <= samples_.size()) return;
  const std::size_t first = next_ - history_;
  std::copy(samples_.begin() + static_cast<std::ptrdiff_t>(first), samples_.begin() + static_cast<std::ptrdiff_t>(end_),
            samples_.begin());
  next_ -= first;
  end_ -= first;
}

std::span<std::int16_t> SoundQueue::append(std::size_t samples) {
  if (samples > room()) std::abort();
  compact(samples);
  const auto added = std::span(samples_).subspan(end_, samples);
  end_ += samples;
  return added;
}

void SoundQueue::take(SoundBlock& out) {
  if (waiting() < block_samples) std::abort();
  std::copy_n(samples_.begin() + static_cast<std::ptrdiff_t>(next_), block_samples, out.begin());
  next_ += block_samples;
}

std::span<const std::int16_t> SoundQueue::newest(std::size_t samples) const {
  if (samples > history_) std::abort();
  return std::span(samples_).subspan(end_ - samples, samples);
}

void SoundQueue::replace_newest(std::size_t samples, std::span<const std::int16_t> with) {
  if (samples > history_ || with.size() > samples + room() || waiting() + with.size() < samples) std::abort();
  if (with.size() > samples) compact(with.size() - samples);
  std::copy(with.begin(), with.end(), samples_.begin() + static_cast<std::ptrdiff_t>(end_ - samples));
  end_ = end_ - samples + with.size();
}

}  // namespace evenkeel
