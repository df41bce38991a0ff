#include "app/call/limit_warning.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity.h"

namespace evenkeel {
namespace {

constexpr double share = 0.9;  // of the maximum
constexpr Duration shortest = 1min;

}  // namespace

std::optional<std::string> LimitWarning::step(bool records, DataSize size, Duration length, DataSize limit) {
  if (!records || size.bytes() == 0) warned_ = false;
  const auto used = static_cast<double>(size.bytes()), all = static_cast<double>(limit.bytes());
  if (!records || warned_ || used < share * all || used >= all || length < shortest) return std::nullopt;
  warned_ = true;
  const double minutes = to_seconds(length) / 60 * (all - used) / used;
  return "The recording reaches its maximum of " + format_size(limit) + " (--record-limit) in about " +
         format_number(std::max(std::round(minutes), 1.0)) + " min, and ends there.";
}

}  // namespace evenkeel
