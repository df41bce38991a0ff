#include "core/session/audio_packets.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace evenkeel {

AudioPackets::AudioPackets() { std::iota(order_.begin(), order_.end(), std::uint8_t{0}); }

bool AudioPackets::contains(std::int64_t timestamp) const {
  return std::any_of(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(size_),
                     [&](std::uint8_t index) { return packets_[index].timestamp == timestamp; });
}

const AudioPackets::Packet& AudioPackets::first() const {
  if (size_ == 0) std::abort();
  return packets_[order_[size_ - 1]];
}

void AudioPackets::pop() {
  if (size_ == 0) std::abort();
  --size_;
}

void AudioPackets::Packet::set_bytes(std::span<const std::uint8_t> payload, std::span<const std::uint8_t> copy) {
  if (payload.size() > bytes_.size() || copy.size() > bytes_.size() - payload.size()) std::abort();
  size_ = payload.size();
  copy_size_ = copy.size();
  std::ranges::copy(copy, std::ranges::copy(payload, bytes_.begin()).out);
}

AudioPackets::Packet& AudioPackets::insert(std::int64_t timestamp) {
  if (full()) std::abort();
  const std::uint8_t index = order_[size_];
  packets_[index].timestamp = timestamp;
  std::size_t at = 0;
  while (at < size_ && packets_[order_[at]].timestamp > timestamp) ++at;
  std::copy_backward(order_.begin() + static_cast<std::ptrdiff_t>(at),
                     order_.begin() + static_cast<std::ptrdiff_t>(size_),
                     order_.begin() + static_cast<std::ptrdiff_t>(size_ + 1));
  order_[at] = index;
  ++size_;
  return packets_[index];
}

}  // namespace evenkeel
