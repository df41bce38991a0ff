#pragma once

#include <mutex>
#include <string>
#include <utility>

#include "app/capture/video_source.h"

namespace evenkeel {

/// The state of a device, set by its thread and read by any.
class DeviceState {
 public:
  /// `what`: in words.
  explicit DeviceState(std::string what) : what_(std::move(what)) { set_starting(); }

  SourceState get() const {
    const std::lock_guard lock(mutex_);
    return state_;
  }
  void set_starting() { set({SourceState::Kind::starting, what_ + " is starting"}); }
  /// `display`: of the device that is used.
  void set_running(const std::string& display) { set({SourceState::Kind::running, what_ + " (" + display + ")"}); }
  void set_lost(const std::string& reason) {
    set({SourceState::Kind::lost, what_ + " is lost: " + reason + "; trying again"});
  }

 private:
  void set(SourceState state) {
    const std::lock_guard lock(mutex_);
    state_ = std::move(state);
  }

  const std::string what_;
  mutable std::mutex mutex_;
  SourceState state_;
};

}  // namespace evenkeel
