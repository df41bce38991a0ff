#pragma once

#include <atomic>

#include "core/base/time.h"

namespace evenkeel {

/// Ends what waits for a server in another thread, at once.
class Cancellation {
 public:
  /// Throws std::system_error where the kernel has no file descriptors left.
  Cancellation();
  ~Cancellation();
  Cancellation(const Cancellation&) = delete;
  Cancellation& operator=(const Cancellation&) = delete;

  /// From any thread.
  void cancel();
  bool cancelled() const { return cancelled_; }
  int file() const { return event_; }

 private:
  std::atomic<bool> cancelled_{false};
  int event_ = -1;
};

/// Until when a request may take.
struct RequestLimit {
  LocalTime deadline;
  const Cancellation* cancellation = nullptr;  ///< null: only time ends it
};

enum class Waited { ready, late, cancelled };
/// For events of poll(2).
Waited wait_for(int file, short events, const RequestLimit& limit);

}  // namespace evenkeel
