#include "app/call/echo_reference.h"

#include <algorithm>

namespace evenkeel {

void EchoReference::push(const SoundBlock& block, LocalTime heard) {
  if (size_ == capacity) pop();
  blocks_[(first_ + size_) % capacity] = {block, heard};
  ++size_;
}

std::size_t EchoReference::due(LocalTime captured) {
  least_ = std::min(least_, size_);
  std::size_t count = std::min<std::size_t>(size_, 1);
  if (++watched_ >= settled) {
    if (least_ >= surplus) count = 2;
    least_ = capacity;
    watched_ = 0;
  }
  while (count < size_ && at(count).heard < captured + block_duration) ++count;
  return count;
}

std::optional<EchoReference::Played> EchoReference::pop() {
  if (size_ == 0) return std::nullopt;
  std::optional<Played> out = at(0);
  first_ = (first_ + 1) % capacity;
  --size_;
  return out;
}

}  // namespace evenkeel
