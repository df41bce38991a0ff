#pragma once

#include <functional>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "app/process/detached_task.h"
#include "core/base/time.h"

namespace evenkeel {

/// Asks time and again which device a stream plays to or records from. The service may never answer, so that each
/// question has a thread of its own; while one is open there is no other.
class StreamPlace {
 public:
  /// `ask` must own everything that it uses.
  explicit StreamPlace(std::function<std::string()> ask) : ask_(std::move(ask)) {}

  /// Goes on, without waiting. `soon`: something has changed. Returns each answer once.
  std::optional<std::string> step(LocalTime now, bool soon) {
    soon_ = soon_ || soon;
    if (asking_.wanted()) return asking_.take();
    if (!soon_ && now - asked_ < period) return std::nullopt;
    soon_ = false;
    asked_ = now;
    ask();
    return std::nullopt;
  }

 private:
  static constexpr Duration period = 1s;

  // The thread that calls catches nothing. Where the machine has none left it asks again a second later.
  void ask() {
    try {
      asking_ = DetachedTask<std::string>(ask_);
    } catch (const std::system_error&) {
      asking_.forget();
    }
  }

  std::function<std::string()> ask_;
  bool soon_ = false;
  LocalTime asked_{};
  DetachedTask<std::string> asking_;
};

}  // namespace evenkeel
