#pragma once

#include "core/units/time.h"

namespace evenkeel {

/// The nofeedback timer (RFC 5348, section 4.4): always running, and it knows whether anything was sent since it was
/// set.
class TfrcNofeedbackTimer {
 public:
  void set(LocalTime now, Duration timeout) {
    deadline_ = now + timeout;
    idle_ = true;
    graced_ = false;
  }
  void on_sent() { idle_ = false; }

  /// To be set anew then. Who comes late to ask has slept: reports may wait for him, and get a moment to be read.
  bool expired(LocalTime now) {
    if (now < deadline_) return false;
    if (now > deadline_ + grace && !graced_) {
      graced_ = true;
      deadline_ = now + grace;
      return false;
    }
    return true;
  }

  LocalTime deadline() const { return deadline_; }
  /// Nothing was sent since it was set.
  bool idle() const { return idle_; }

 private:
  static constexpr Duration grace = 50ms;
  LocalTime deadline_{};
  bool idle_ = true;
  bool graced_ = false;
};

}  // namespace evenkeel
