#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace evenkeel {

/// Memory of the packets that wait for their turn, of at most `slot_size` bytes each. Slots are used again; the pool
/// grows when none is free, so that after warm-up nothing is allocated per packet.
class PacketPool {
 public:
  explicit PacketPool(std::size_t slot_size) : slot_size_(slot_size) {}

  std::uint32_t acquire() {
    if (free_.empty()) grow();
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void release(std::uint32_t slot) { free_.push_back(slot); }

  std::span<std::uint8_t> memory(std::uint32_t slot) {
    return std::span(memory_).subspan(slot * slot_size_, slot_size_);
  }
  void set_size(std::uint32_t slot, std::size_t size) { sizes_[slot] = size; }
  std::span<std::uint8_t> packet(std::uint32_t slot) {
    return std::span(memory_).subspan(slot * slot_size_, sizes_[slot]);
  }
  std::span<const std::uint8_t> packet(std::uint32_t slot) const {
    return std::span(memory_).subspan(slot * slot_size_, sizes_[slot]);
  }

 private:
  void grow() {
    constexpr std::size_t step = 256;
    const std::size_t old = sizes_.size();
    sizes_.resize(old + step);
    memory_.resize(sizes_.size() * slot_size_);
    free_.reserve(sizes_.size());
    for (std::size_t i = sizes_.size(); i > old; --i) free_.push_back(static_cast<std::uint32_t>(i - 1));
  }
  std::size_t slot_size_;
  std::vector<std::uint8_t> memory_;
  std::vector<std::size_t> sizes_;
  std::vector<std::uint32_t> free_;
};

}  // namespace evenkeel
