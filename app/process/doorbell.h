#pragma once

#include <span>

#include "core/base/time.h"

namespace evenkeel {

/// Lets a thread that waits for files be woken by others.
class Doorbell {
 public:
  /// Where the system has no descriptors left, ring() wakes nobody: wait() ends with its time.
  Doorbell();
  ~Doorbell();
  Doorbell(const Doorbell&) = delete;
  Doorbell& operator=(const Doorbell&) = delete;

  /// From any thread. A call before wait() makes that return at once.
  void ring();
  /// Until it rings, one of the files can be read, or `most` is over. Files below 0 are passed over.
  void wait(Duration most, std::span<const int> files);

 private:
  int event_;
};

}  // namespace evenkeel
