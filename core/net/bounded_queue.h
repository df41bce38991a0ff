#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>

#include "core/base/time.h"
#include "core/net/priority_mutex.h"

namespace evenkeel {

struct NoFurtherLimit {
  template <class T>
  bool operator()(const std::deque<T>&, const T&) const {
    return true;
  }
};

/// A queue of at most `limit` elements between two threads. push() never waits for room: it refuses instead, and says
/// so. `HasRoom` may refuse an element too, by what waits before it; it is called under the queue's lock.
template <class T, class HasRoom = NoFurtherLimit>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t limit) : limit_(limit) {}

  /// False where the queue is full or closed; the element is then unchanged.
  bool push(T&& element) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_ || elements_.size() >= limit_ || !HasRoom()(elements_, element)) return false;
      elements_.push_back(std::move(element));
    }
    not_empty_.notify_one();
    return true;
  }

  std::optional<T> try_pop() {
    const std::lock_guard lock(mutex_);
    return take();
  }

  /// Waits for an element for at most `patience`. Nothing where none came, wake() was called or the queue was closed.
  std::optional<T> pop(Duration patience) {
    std::unique_lock lock(mutex_);
    not_empty_.wait_for(lock, patience, [this] { return closed_ || woken_ || !elements_.empty(); });
    woken_ = false;
    return take();
  }

  /// Ends the present or the next pop(), with an element only if there is one.
  void wake() {
    {
      const std::lock_guard lock(mutex_);
      woken_ = true;
    }
    not_empty_.notify_one();
  }

  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return elements_.size();
  }

  /// Wakes all that wait; what is queued can still be taken.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    not_empty_.notify_all();
  }

 private:
  std::optional<T> take() {
    if (elements_.empty()) return std::nullopt;
    std::optional<T> element(std::move(elements_.front()));
    elements_.pop_front();
    return element;
  }

  std::size_t limit_;
  mutable PriorityMutex mutex_;
  std::condition_variable_any not_empty_;
  std::deque<T> elements_;
  bool closed_ = false;
  bool woken_ = false;
};

}  // namespace evenkeel
