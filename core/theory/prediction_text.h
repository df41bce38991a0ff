#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/base/quantity.h"
#include "core/parameters/prediction.h"

namespace evenkeel {

/// "113 ms" of "113ms".
inline std::string spaced(std::string quantity) {
  const auto unit = quantity.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%");
  if (unit != std::string::npos && unit > 0) quantity.insert(unit, 1, ' ');
  return quantity;
}

inline std::string text_of(Duration d) { return spaced(format_duration(d, 3)); }
inline std::string text_of(DataRate r) { return spaced(format_rate(r, 3)); }

/// What cannot be said yet.
inline Prediction awaiting(std::string name, std::string source, std::string_view what) {
  return {std::move(name), "-", std::move(source), "awaits " + std::string(what), false};
}

inline constexpr std::string_view the_rate = "the rate of the flow: nothing was sent yet";
inline constexpr std::string_view the_path = "the first report of the peer";

}  // namespace evenkeel
