#include "core/signal/base64.h"

#include <algorithm>
#include <optional>

namespace evenkeel {
namespace {

constexpr std::string_view common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view last_two(Base64 alphabet) { return alphabet == Base64::url ? "-_" : "+/"; }

char character(std::uint32_t digit, Base64 alphabet) {
  return digit < common.size() ? common[digit] : last_two(alphabet)[digit - common.size()];
}

std::optional<std::uint32_t> digit_of(char c, Base64 alphabet) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  const std::size_t at = last_two(alphabet).find(c);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint32_t>(common.size() + at);
}

}  // namespace

std::string encode_base64(std::span<const std::uint8_t> bytes, Base64 alphabet) {
  std::string text;
  text.reserve(base64_text_size(bytes.size()));
  std::uint32_t bits = 0;
  int waiting = 0;
  for (const std::uint8_t byte : bytes) {
    bits = bits << 8 | byte;
    for (waiting += 8; waiting >= 6; waiting -= 6) text += character(bits >> (waiting - 6) & 63, alphabet);
  }
  if (waiting > 0) text += character(bits << (6 - waiting) & 63, alphabet);
  return text;
}

bool decode_base64(std::string_view text, Base64 alphabet, std::span<std::uint8_t> out) {
  if (text.size() != base64_text_size(out.size())) return false;
  std::uint32_t bits = 0;
  int waiting = 0;
  std::size_t written = 0;
  for (const char c : text) {
    const auto digit = digit_of(c, alphabet);
    if (!digit) return false;
    bits = bits << 6 | *digit;
    waiting += 6;
    if (waiting < 8) continue;
    waiting -= 8;
    out[written++] = static_cast<std::uint8_t>(bits >> waiting);
  }
  return (bits & ((1U << waiting) - 1)) == 0;
}

bool is_base64(std::string_view text, Base64 alphabet) {
  return std::ranges::all_of(text, [alphabet](char c) { return digit_of(c, alphabet).has_value(); });
}

}  // namespace evenkeel
