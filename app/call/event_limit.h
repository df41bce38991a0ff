#pragma once

#include <optional>
#include <string>

#include "core/base/time.h"

namespace evenkeel {

/// Bounds the lines about what others cause: a peer that greets and leaves in turns must not fill a disk. The first
/// ones are told one by one; beyond them there is one line a minute, which counts what was held back.
class EventLimit {
 public:
  static constexpr int at_once = 12;  ///< lines before the limit takes effect; each quiet minute allows one more
  static constexpr Duration interval = 1min;

  /// Something happened. Returns its line, or nullopt where it is held back. Times must not decrease.
  std::optional<std::string> on_event(std::string line, LocalTime now);
  /// A line about what was held back, once it is due.
  std::optional<std::string> poll(LocalTime now);
  /// The same at the end of the call, due or not.
  std::optional<std::string> finish();

 private:
  void refill(LocalTime now);

  int allowed_ = at_once;
  LocalTime refilled_{};  // while not all are allowed
  int held_back_ = 0;
  std::string last_;  // of those held back
};

}  // namespace evenkeel
