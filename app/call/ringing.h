#pragma once

#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// Where it is to be heard that a call rings: at once where somebody is called; at the caller after a second, since who
/// accepts by itself rings for a round trip, and nobody is called there.
class Ringing {
 public:
  static constexpr Duration before_caller_hears = std::chrono::seconds(1);
  enum class Where { nowhere, here, there };

  Where step(bool rings, bool is_caller, LocalTime now);

 private:
  std::optional<LocalTime> since_;
};

}  // namespace evenkeel
