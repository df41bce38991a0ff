#pragma once

#include "core/control/feedback_timeout.h"

namespace evenkeel {

/// The nofeedback timer (RFC 5348, section 4.4): always running, and it knows whether anything was sent since it was
/// set.
class TfrcNofeedbackTimer {
 public:
  void set(LocalTime now, Duration timeout) {
    deadline_ = now + timeout;
    idle_ = true;
    grace_.reset();
  }
  void on_sent() { idle_ = false; }

  /// To be set again then.
  bool expired(LocalTime now) {
    if (now < deadline_) return false;
    if (!grace_.grants(deadline_, now)) return true;
    deadline_ = now + ReadingGrace::length;
    return false;
  }

  LocalTime deadline() const { return deadline_; }
  /// Nothing was sent since it was set.
  bool idle() const { return idle_; }

 private:
  LocalTime deadline_{};
  bool idle_ = true;
  ReadingGrace grace_;
};

}  // namespace evenkeel
