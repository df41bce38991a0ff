#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace evenkeel {

/// A screen or a window that somebody chose to show, in the desktop's own dialog: a session of
/// org.freedesktop.portal.ScreenCast (XDG Desktop Portal), which ends with this object. The desktop can end it before.
class ScreenShare {
 public:
  /// Asks, and waits for the answer: two minutes at most, or until the program is to end, or until it is given up. Then
  /// the desktop's dialog is closed. Returns null with one sentence in `error` that says why there is none.
  static std::unique_ptr<ScreenShare> ask(std::string& error, const std::function<bool()>& given_up = {});
  ~ScreenShare();
  ScreenShare(const ScreenShare&) = delete;
  ScreenShare& operator=(const ScreenShare&) = delete;

  /// A connection to PipeWire that sees what is shown and nothing else; it is closed by the next call, or with this
  /// object. -1 once the desktop has ended the session.
  int connect();
  /// Of PipeWire, in that connection.
  std::uint32_t node() const;

 private:
  class Session;
  explicit ScreenShare(std::unique_ptr<Session> session);

  std::unique_ptr<Session> session_;
  int fd_ = -1;
};

}  // namespace evenkeel
