#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "core/base/time.h"

namespace evenkeel {

/// Decoded pictures that wait for their time. Each is shown for one refresh of a screen of 60 Hz at least: of two that
/// are due together the older one is shown first, so that a picture that was late still carries the motion on; of more
/// than two the older ones are overtaken, since the delay counts for more than they do.
template <class Picture>
class ShowQueue {
 public:
  static constexpr Duration shortest_show = 16ms;

  void push(Picture picture, LocalTime show_at) { waiting_.push_back({std::move(picture), show_at}); }

  /// One that nobody sees any more; to be called until there is none.
  std::optional<Picture> take_overtaken(LocalTime now) {
    if (waiting_.size() < 3 || waiting_[2].show_at > now) return std::nullopt;
    return take();
  }
  /// The one to be shown now.
  std::optional<Picture> take_due(LocalTime now) {
    const auto next = next_due();
    if (!next || now < *next) return std::nullopt;
    last_shown_ = now;
    return take();
  }
  /// When take_due() has the next one; may be past.
  std::optional<LocalTime> next_due() const {
    if (waiting_.empty()) return std::nullopt;
    const LocalTime at = waiting_.front().show_at;
    return last_shown_ ? std::max<LocalTime>(at, *last_shown_ + shortest_show) : at;
  }

 private:
  struct Waiting {
    Picture picture;
    LocalTime show_at;
  };
  Picture take() {
    Picture picture = std::move(waiting_.front().picture);
    waiting_.pop_front();
    return picture;
  }
  std::deque<Waiting> waiting_;
  std::optional<LocalTime> last_shown_;
};

}  // namespace evenkeel
