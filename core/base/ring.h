#pragma once

#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

namespace evenkeel {

/// First in, first out. Grows by doubling and keeps its memory, so that it allocates nothing once it is warm.
template <typename T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  void push(T item) {
    if (size_ == items_.size()) grow();
    items_[(head_ + size_) & (items_.size() - 1)] = std::move(item);
    ++size_;
  }

  /// Of an empty ring front() and pop() stop the program.
  const T& front() const {
    if (empty()) std::abort();
    return items_[head_];
  }
  /// The item that pop() gives after `index` others.
  const T& operator[](std::size_t index) const {
    if (index >= size_) std::abort();
    return items_[(head_ + index) & (items_.size() - 1)];
  }
  T& operator[](std::size_t index) { return const_cast<T&>(std::as_const(*this)[index]); }
  void pop() {
    if (empty()) std::abort();
    head_ = (head_ + 1) & (items_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(items_.empty() ? 64 : items_.size() * 2);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move(items_[(head_ + i) & (items_.size() - 1)]);
    items_ = std::move(larger);
    head_ = 0;
  }

  std::vector<T> items_;  // a power of two
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace evenkeel
