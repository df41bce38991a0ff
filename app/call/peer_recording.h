#pragma once

#include <optional>

namespace evenkeel {

/// Whether the other end of a call records it, as it says. After each reconnection it takes a report until it says so
/// again: what it said before in the same call holds until then.
class PeerRecording {
 public:
  /// Another call begins, of whose peer nothing is known.
  void begin_call() { records_ = false; }
  /// `in_call`: it goes on, heard or silent. `said`: what the peer says since it connected or returned; nullopt:
  /// nothing yet, or ever. Returns what has changed and is to be told; the end of a call is not.
  std::optional<bool> step(bool in_call, std::optional<bool> said);
  bool records() const { return records_; }

 private:
  bool records_ = false;
};

}  // namespace evenkeel
