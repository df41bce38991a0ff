#pragma once

#include <algorithm>
#include <deque>
#include <optional>

#include "core/units/time.h"

namespace evenkeel {

/// The minimum of what was added during the last `window`, kept in buckets as LEDBAT keeps its base history
/// (RFC 6817, section 3.4.2): a value is forgotten between window - bucket and window after it came.
template <class T>
class WindowedMinimum {
 public:
  WindowedMinimum(Duration window, Duration bucket) : window_(window), bucket_(bucket) {}

  void add(LocalTime now, T value) {
    if (buckets_.empty() || now >= buckets_.back().start + bucket_) {
      buckets_.push_back({now, value});
    } else {
      buckets_.back().minimum = std::min(buckets_.back().minimum, value);
    }
    while (buckets_.front().start + window_ <= now) buckets_.pop_front();
  }

  std::optional<T> minimum() const {
    if (buckets_.empty()) return std::nullopt;
    return std::min_element(buckets_.begin(), buckets_.end(), [](auto& a, auto& b) { return a.minimum < b.minimum; })
        ->minimum;
  }

  void reset() { buckets_.clear(); }

 private:
  struct Bucket {
    LocalTime start;
    T minimum;
  };
  Duration window_;
  Duration bucket_;
  std::deque<Bucket> buckets_;
};

}  // namespace evenkeel
