#pragma once

#include <algorithm>
#include <deque>

#include "core/base/cryptography.h"
#include "core/base/time.h"

namespace evenkeel {

/// Certificates whose calls were declined: they do not ring again for a while.
class DeclinedCallers {
 public:
  static constexpr Duration interval = 1min;
  static constexpr std::size_t kept = 64;

  void add(const Sha256Digest& caller, LocalTime now) {
    if (callers_.size() == kept) callers_.pop_front();
    callers_.push_back({caller, now + interval});
  }
  bool contains(const Sha256Digest& caller, LocalTime now) const {
    return std::ranges::any_of(callers_, [&](const One& one) { return one.caller == caller && now < one.until; });
  }

 private:
  struct One {
    Sha256Digest caller;
    LocalTime until;
  };
  std::deque<One> callers_;
};

}  // namespace evenkeel
