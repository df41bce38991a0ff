#pragma once

#include <optional>
#include <string_view>

namespace evenkeel {

/// Something that holds or does not, of which the peer is told with each compound packet, and of a change with the next
/// report. Nothing is said before it holds for the first time.
class ToldFlag {
 public:
  void set(bool holds) {
    if (holds == holds_.value_or(false)) return;
    holds_ = holds;
    untold_ = true;
  }
  /// There is a change of which the peer was not told yet.
  bool untold() const { return untold_; }
  /// "1", "0", or empty: what goes into the packet that is written now.
  std::string_view tell() {
    untold_ = false;
    return !holds_ ? "" : *holds_ ? "1" : "0";
  }

 private:
  std::optional<bool> holds_;
  bool untold_ = false;
};

}  // namespace evenkeel
