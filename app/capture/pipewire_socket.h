#pragma once

#include <optional>

namespace evenkeel {

/// A connection to this user's PipeWire service: a file descriptor that is closed by the destructor.
class PipewireSocket {
 public:
  /// Nullopt if the service does not run. Does not block.
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
