#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace evenkeel {

/// The name of a flow in telemetry: up to 15 characters, held in place so that samples can be copied through a ring.
/// Longer names are cut; characters that would break a row of CSV become '_'.
class FlowName {
 public:
  static constexpr std::size_t max_length = 15;

  constexpr FlowName() = default;
  constexpr FlowName(std::string_view name) {  // NOLINT(google-explicit-constructor): a name is a name
    std::transform(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(std::min(name.size(), max_length)),
                   text_.begin(), [](char c) { return breaks_csv(c) ? '_' : c; });
  }
  constexpr FlowName(const char* name) : FlowName(std::string_view(name)) {}  // NOLINT(google-explicit-constructor)

  constexpr std::string_view view() const { return text_.data(); }
  constexpr auto operator<=>(const FlowName&) const = default;

 private:
  static constexpr bool breaks_csv(char c) { return c == ',' || c == '"' || (c >= 0 && c < ' '); }

  std::array<char, max_length + 1> text_{};  ///< always ends with at least one zero
};

}  // namespace evenkeel
