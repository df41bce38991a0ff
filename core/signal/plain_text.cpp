#include "core/signal/plain_text.h"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace evenkeel {
namespace {

using Text = std::string_view;
using Replacement = std::pair<Text, Text>;

constexpr int max_rounds = 4;  // of links within links

// The zeros of UTF-16 go with the control characters.
constexpr std::array<Replacement, 31> characters{{
    {"\u200b", ""},     {"\u200c", ""},   {"\u200d", ""},  {"\u200e", ""},  {"\u200f", ""},  {"\u2060", ""},
    {"\ufeff", ""},     {"\u00ad", ""},   {"\u180e", ""},  {"\u202a", ""},  {"\u202b", ""},  {"\u202c", ""},
    {"\u202d", ""},     {"\u202e", ""},   {"\u2066", ""},  {"\u2067", ""},  {"\u2068", ""},  {"\u2069", ""},
    {"\xff\xfe", ""},   {"\\", ""},       {"\r", "\n"},    {"\t", " "},     {"\u00a0", " "}, {"\u202f", " "},
    {"\u2028", "\n"},   {"\u2029", "\n"}, {"\u2010", "-"}, {"\u2011", "-"}, {"\u2212", "-"}, {"\u2013", "\x01"},
    {"\u2014", "\x01"},
}};

constexpr std::array<Replacement, 12> entities{{{"&num;", "#"},
                                                {"&period;", "."},
                                                {"&lowbar;", "_"},
                                                {"&hyphen;", "-"},
                                                {"&dash;", "-"},
                                                {"&amp;", "&"},
                                                {"&lt;", "<"},
                                                {"&gt;", ">"},
                                                {"&quot;", "\""},
                                                {"&nbsp;", " "},
                                                {"&shy;", ""},
                                                {"&ZeroWidthSpace;", ""}}};

template <std::size_t count>
const Replacement* find_at_front(const std::array<Replacement, count>& all, Text text) {
  for (const Replacement& one : all)
    if (text.starts_with(one.first)) return &one;
  return nullptr;
}

std::optional<char> ascii_of(Text digits, int base) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  const bool fits = error == std::errc() && end == digits.data() + digits.size() && value >= ' ' && value < 127;
  return fits ? std::optional(static_cast<char>(value)) : std::nullopt;
}

struct Decoded {
  char character;
  std::size_t size;  // of what stood for it
};

// "%23", "&#35;", "&#x23;".
std::optional<Decoded> coded_at_front(Text text) {
  if (text.starts_with('%') && text.size() >= 3) {
    const auto c = ascii_of(text.substr(1, 2), 16);
    return c ? std::optional(Decoded{*c, 3}) : std::nullopt;
  }
  if (!text.starts_with("&#")) return std::nullopt;
  const std::size_t end = text.substr(0, 10).find(';');
  if (end == Text::npos) return std::nullopt;
  Text digits = text.substr(2, end - 2);
  const bool hexadecimal = digits.starts_with('x') || digits.starts_with('X');
  if (hexadecimal) digits.remove_prefix(1);
  const auto c = ascii_of(digits, hexadecimal ? 16 : 10);
  return c ? std::optional(Decoded{*c, end + 1}) : std::nullopt;
}

std::string undo_codes(Text text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const bool is_code = text.front() == '%' || text.front() == '&';
    if (const auto coded = is_code ? coded_at_front(text) : std::nullopt) {
      plain += coded->character;
      text.remove_prefix(coded->size);
    } else if (const Replacement* entity = is_code ? find_at_front(entities, text) : nullptr) {
      plain += entity->second;
      text.remove_prefix(entity->first.size());
    } else {
      plain += text.front();
      text.remove_prefix(1);
    }
  }
  return plain;
}

// ASCII of which nothing is made: most of a text.
bool is_plain(char c) { return c >= ' ' && c != '\\'; }

bool is_control(char c) { return c >= 0 && c < ' ' && c != '\n'; }

std::string replace_characters(Text text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const Replacement* found = is_plain(text.front()) ? nullptr : find_at_front(characters, text);
    if (found != nullptr) plain += found->second;
    if (found == nullptr && !is_control(text.front())) plain += text.front();
    text.remove_prefix(found != nullptr ? found->first.size() : 1);
  }
  return plain;
}

// A line that was too long for mail ends with "=".
std::string join_soft_breaks(const std::string& text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool soft = text[i] == '=' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!soft) plain += text[i];
  }
  return plain;
}

}  // namespace

std::string plain_text(std::string_view text) {
  std::string plain = join_soft_breaks(replace_characters(text));
  for (int round = 0; round < max_rounds; ++round) {
    std::string undone = undo_codes(plain);
    if (undone == plain) break;
    plain = std::move(undone);
  }
  return plain;
}

}  // namespace evenkeel
