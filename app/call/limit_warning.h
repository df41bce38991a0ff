#pragma once

#include <optional>
#include <string>

#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// Says, some minutes before, that a recording comes to its maximum size and ends there, once for each recording. Says
/// nothing of recordings that end within a minute or two: nobody could do anything about it.
class LimitWarning {
 public:
  /// `size` and `length` of what is recorded so far. Returns a sentence when it is time for it.
  std::optional<std::string> step(bool records, DataSize size, Duration length, DataSize limit);

 private:
  bool warned_ = false;
};

}  // namespace evenkeel
