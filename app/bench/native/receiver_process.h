#pragma once

#include <string>

#include "app/bench/native/child_process.h"

namespace evenkeel::bench {

/// A receiver of our own on this machine: this program once more, as `bench receive`.
class ReceiverProcess {
 public:
  /// Nothing, or one sentence.
  std::string start(int cpu);
  /// ADDRESS:PORT of its control connection.
  const std::string& address() const { return address_; }

 private:
  ChildProcess child_;
  std::string address_;
};

}  // namespace evenkeel::bench
