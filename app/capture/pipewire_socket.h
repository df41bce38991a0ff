#pragma once

#include <optional>

namespace evenkeel {

/// A connection to the PipeWire service of this user, as a file descriptor that closes itself.
class PipewireSocket {
 public:
  /// Nothing where the service does not run. Does not wait.
  static std::optional<PipewireSocket> connect();
  PipewireSocket(PipewireSocket&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  PipewireSocket& operator=(PipewireSocket&&) = delete;
  ~PipewireSocket();

  int fd() const { return fd_; }

 private:
  explicit PipewireSocket(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace evenkeel
