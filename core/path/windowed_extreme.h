#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// The extreme of what was added during the last `window`, kept in buckets as LEDBAT keeps its base history (RFC 6817,
/// section 3.4.2): a value is forgotten between window - bucket and window after it came. `Before(a, b)`: a is more
/// extreme than b.
template <class T, class Before>
class WindowedExtreme {
 public:
  WindowedExtreme(Duration window, Duration bucket) : window_(window), bucket_(bucket) {}

  void add(LocalTime now, T value) {
    if (buckets_.empty() || now >= buckets_.back().start + bucket_) {
      buckets_.push_back({now, value});
    } else if (Before()(value, buckets_.back().extreme)) {
      buckets_.back().extreme = value;
    }
    while (buckets_.front().start + window_ <= now) buckets_.pop_front();
  }

  /// Nothing before the first value.
  std::optional<T> value() const {
    if (buckets_.empty()) return std::nullopt;
    return std::ranges::min_element(buckets_, Before(), &Bucket::extreme)->extreme;
  }

  void reset() { buckets_.clear(); }

 private:
  struct Bucket {
    LocalTime start;
    T extreme;
  };
  Duration window_;
  Duration bucket_;
  std::deque<Bucket> buckets_;
};

template <class T>
using WindowedMinimum = WindowedExtreme<T, std::less<T>>;
template <class T>
using WindowedMaximum = WindowedExtreme<T, std::greater<T>>;

}  // namespace evenkeel
