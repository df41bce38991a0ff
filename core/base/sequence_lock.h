#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <tuple>
#include <type_traits>

namespace evenkeel {

/// A value that one thread writes and others read, without locks. Neither end ever waits for the other: a reader that
/// comes in the middle of a write is told so and comes again later, since it may be the one that keeps the writer from
/// going on.
template <class T>
class SequenceLock {
  static_assert(std::is_trivially_copyable_v<T>, "it is copied word by word");

 public:
  struct Read {
    T value;
    std::uint64_t version = 0;  ///< how many writes there were
  };

  /// By one thread only.
  void write(const T& value) {
    Words words{};
    std::memcpy(words.data(), &value, sizeof value);
    const std::uint64_t before = sequence_.load(std::memory_order_relaxed);
    sequence_.store(before + 1, std::memory_order_relaxed);
    for (std::size_t i = 0; i < words.size(); ++i) words_[i].store(words[i], std::memory_order_release);
    sequence_.store(before + 2, std::memory_order_release);
  }

  /// Nullopt before the first write, and while one is under way.
  std::optional<Read> try_read() const {
    const std::uint64_t before = sequence_.load(std::memory_order_acquire);
    if (before == 0 || before % 2 != 0) return std::nullopt;
    Words words{};
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = words_[i].load(std::memory_order_acquire);
    if (sequence_.load(std::memory_order_relaxed) != before) return std::nullopt;
    Read read{{}, before / 2};
    std::memcpy(static_cast<void*>(&read.value), words.data(), sizeof read.value);
    return read;
  }

 private:
  using Words = std::array<std::uint64_t, (sizeof(T) + 7) / 8>;

  std::atomic<std::uint64_t> sequence_{0};  // odd while a write is under way
  // Each word is stored after the odd number and read before the second look at it: by release and acquire.
  std::array<std::atomic<std::uint64_t>, std::tuple_size_v<Words>> words_{};
};

}  // namespace evenkeel
