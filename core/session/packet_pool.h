#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace evenkeel {

/// Memory of the packets that wait for their turn. Slots are used again; the pool grows when none is free, so that
/// after warm-up nothing is allocated per packet.
class PacketPool {
 public:
  static constexpr std::size_t slot_size = 1500;

  std::uint32_t acquire() {
    if (free_.empty()) grow();
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void release(std::uint32_t slot) { free_.push_back(slot); }

  std::span<std::uint8_t> memory(std::uint32_t slot) { return memory_[slot].bytes; }
  void set_size(std::uint32_t slot, std::size_t size) { memory_[slot].size = size; }
  std::span<const std::uint8_t> packet(std::uint32_t slot) const {
    return std::span(memory_[slot].bytes).first(memory_[slot].size);
  }

 private:
  struct Slot {
    std::array<std::uint8_t, slot_size> bytes;
    std::size_t size = 0;
  };
  void grow() {
    constexpr std::size_t step = 256;
    const std::size_t old = memory_.size();
    memory_.resize(old + step);
    free_.reserve(memory_.size());
    for (std::size_t i = memory_.size(); i > old; --i) free_.push_back(static_cast<std::uint32_t>(i - 1));
  }
  std::vector<Slot> memory_;
  std::vector<std::uint32_t> free_;
};

}  // namespace evenkeel
