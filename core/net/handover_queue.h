#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "core/net/priority_mutex.h"

namespace evenkeel {

/// A queue of at most `limit` elements to a real-time thread, which uses them in their places and frees nothing: what
/// one has allocated is freed by a later push(). The allocator's lock lends no priority (see PriorityMutex): a thread
/// that frees what others allocated may wait there for one that does not get a processor. Nor does the queue allocate
/// once it is made. T is default constructible, then holds no memory, and can be moved.
template <class T>
class HandoverQueue {
 public:
  explicit HandoverQueue(std::size_t limit) : slots_(limit) {}

  /// From any thread but the one that takes. False where the queue is full; the element is then unchanged.
  bool push(T&& element) {
    free_used();
    const std::lock_guard lock(mutex_);
    if (tail_ - freed_ >= slots_.size()) return false;
    slot(tail_) = std::move(element);
    ++tail_;
    return true;
  }

  /// From one thread. Calls use(T&) with the next element; false where there is none.
  template <class Use>
  bool take(Use&& use) {
    T* next = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (head_ == tail_) return false;
      next = &slot(head_);
    }
    use(*next);
    const std::lock_guard lock(mutex_);
    ++head_;
    return true;
  }

 private:
  T& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }

  void free_used() {
    for (;;) {
      T used{};  // destroyed without the lock
      const std::lock_guard lock(mutex_);
      if (freed_ == head_) return;
      std::swap(used, slot(freed_));
      ++freed_;
    }
  }

  PriorityMutex mutex_;
  std::vector<T> slots_;
  // They count up for ever: freed_ <= head_ <= tail_ <= freed_ + limit.
  std::uint64_t freed_ = 0;
  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;
};

}  // namespace evenkeel
