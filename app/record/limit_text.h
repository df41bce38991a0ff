#pragma once

#include <string>

#include "core/base/data_size.h"
#include "core/base/quantity.h"

namespace evenkeel {

/// What is said of a recording that ends at its limit.
inline std::string limit_text(const std::string& path, DataSize limit) {
  return "The recording '" + path + "' has reached its limit of " + format_size(limit) +
         " (--record-limit) and ends here; the call goes on.";
}

}  // namespace evenkeel
