#include "app/window/shadow_lines.h"

#include <charconv>
#include <cmath>

namespace evenkeel {
namespace {

constexpr double max_time_s = 1e7;  // months

/// Takes the text up to the next comma. Nullopt where it is not a number.
std::optional<double> take_number(std::string_view& line) {
  const std::string_view text = line.substr(0, line.find(','));
  line.remove_prefix(std::min(line.size(), text.size() + 1));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<ReplayRow> read_shadow_line(std::string_view line, std::size_t controllers) {
  ReplayRow row;
  const auto time = take_number(line);
  if (!time || *time > max_time_s) return std::nullopt;
  row.time = from_seconds(*time);
  (void)take_number(line);  // of the controller that ran; empty where it is not known
  for (std::size_t i = 0; i < controllers; ++i) {
    const auto target = take_number(line);
    if (!target) return std::nullopt;
    row.targets_bps.at(i) = *target;
  }
  return line.empty() ? std::optional(row) : std::nullopt;
}

}  // namespace evenkeel
