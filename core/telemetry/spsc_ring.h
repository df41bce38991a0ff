#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace evenkeel {

/// A bounded queue from one producing to one consuming thread, without locks, and without allocation once constructed.
/// When it is full, push() drops the new element and counts it: the producer never waits for a slow consumer.
template <class T>
class SpscRing {
  static_assert(std::is_trivially_copyable_v<T>, "elements are overwritten in place");

 public:
  /// The capacity is in elements, at least 1.
  explicit SpscRing(std::size_t capacity) : slots_(capacity > 0 ? capacity : 1) {}

  SpscRing(const SpscRing&) = delete;
  SpscRing& operator=(const SpscRing&) = delete;

  /// Producer only. False where there was no room.
  bool push(const T& element) {
    const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == slots_.size()) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
    slots_[tail % slots_.size()] = element;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  /// Consumer only. The oldest element; nothing where the ring is empty.
  std::optional<T> pop() {
    const std::uint64_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    std::optional<T> element = slots_[head % slots_.size()];
    head_.store(head + 1, std::memory_order_release);
    return element;
  }

  std::size_t capacity() const { return slots_.size(); }
  /// Elements refused by push() since the start. Any thread.
  std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t cache_line = 64;  // The two ends must not share one.

  std::vector<T> slots_;
  alignas(cache_line) std::atomic<std::uint64_t> head_{0};  ///< next to pop; counts up for ever
  alignas(cache_line) std::atomic<std::uint64_t> tail_{0};  ///< next to push
  std::atomic<std::uint64_t> dropped_{0};
};

}  // namespace evenkeel
