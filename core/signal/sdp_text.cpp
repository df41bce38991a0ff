#include "core/signal/sdp_text.h"

#include <algorithm>
#include <charconv>

namespace evenkeel {
namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::optional<SdpLine> take_sdp_line(std::string_view& text) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() >= 2 && line[1] == '=') return SdpLine{line[0], line.substr(2)};
  }
  return std::nullopt;
}

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return word;
}

SdpAttribute attribute_of(std::string_view line_value) {
  const auto colon = line_value.find(':');
  if (colon == std::string_view::npos) return {line_value, {}};
  return {line_value.substr(0, colon), line_value.substr(colon + 1)};
}

std::optional<std::uint32_t> parse_decimal(std::string_view word, std::uint32_t most) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || number > most) return std::nullopt;
  return number;
}

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace evenkeel
