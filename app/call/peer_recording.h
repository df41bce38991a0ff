#pragma once

#include <optional>

namespace evenkeel {

/// Whether the other end of a call records it, as it says. After each reconnection it takes a report until it says so
/// again: what it said before in the same call holds until then.
class PeerRecording {
 public:
  struct Said {
    bool in_call = false;         ///< it goes on, heard or silent
    std::optional<bool> records;  ///< what the peer says since it connected or returned; nullopt: nothing yet, or ever
  };

  /// Another call begins, of whose peer nothing is known. What the next step says may still be of the last one.
  void begin_call();
  /// `said` is from before begin_call() was last looked for, so that nothing is said of a call that has not begun.
  /// Returns what has changed and is to be reported; the end of a call is not.
  std::optional<bool> step(const Said& said);
  bool records() const { return records_; }

 private:
  bool records_ = false;
  bool begins_ = false;
};

}  // namespace evenkeel
