#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/process/detached_task.h"
#include "core/base/cryptography.h"

namespace evenkeel {

/// The number that both ends of a secure call compare. A thread of its own computes it, since that takes 50 ms, once
/// for each caller that stays; one at a time, since a holder of the link can cause any number of callers.
class CallerNumber {
 public:
  /// Listener and caller.
  using Ends = std::pair<Sha256Digest, Sha256Digest>;

  /// Whose number is wanted now; to be called at each step. Nullopt: nobody.s.
  void step(const std::optional<Ends>& ends);
  /// Of the ends of the last step; empty until it is known.
  const std::string& text() const;
  bool is_computing() const { return task_.wanted(); }

 private:
  using Known = std::pair<Ends, std::string>;

  std::optional<Ends> wanted_;
  std::optional<Known> known_;
  DetachedTask<Known> task_;
};

}  // namespace evenkeel
