#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// How long to go on offering a datagram that the socket does not take. "A little later" has no end where a device on
/// the way is too narrow for it (ENOBUFS, again and again), and all that waits behind it waits with it: after a while
/// it counts as lost, and others of its size at once, if only smaller ones are taken meanwhile.
class StuckDatagram {
 public:
  static constexpr Duration patience = 100ms;
  /// So many smaller ones in a row show that it is the size. Where a full socket empties, it takes one now and then.
  static constexpr int least_smaller = 3;

  /// The one in front, of `size` bytes, was refused. True where it counts as lost.
  bool on_refused(std::size_t size, LocalTime now) {
    const LocalTime since = since_.value_or(now);
    const bool too_large = is_size_known() && size >= *never_taken_;
    since_ = since;
    if (!too_large && now - since < patience) return false;
    since_.reset();
    ++given_up_;
    if (never_taken_ && size >= *never_taken_) return true;
    never_taken_ = size;
    smaller_taken_ = 0;
    return true;
  }
  void on_taken(std::size_t size) {
    since_.reset();
    if (!never_taken_) return;
    if (size < *never_taken_) {
      ++smaller_taken_;
    } else {
      *this = StuckDatagram();
    }
  }
  /// The smallest that was given up, where that happened again and again while smaller ones were taken.
  std::optional<std::size_t> too_large() const {
    return is_size_known() && given_up_ >= 3 ? never_taken_ : std::nullopt;
  }

 private:
  bool is_size_known() const { return smaller_taken_ >= least_smaller; }

  std::optional<LocalTime> since_;  // the one in front is refused
  std::optional<std::size_t> never_taken_;
  int smaller_taken_ = 0;  // since then
  int given_up_ = 0;       // since one so large was taken
};

}  // namespace evenkeel
