#include "core/signal/ice_text.h"

#include <algorithm>
#include <vector>

#include "core/base/cryptography.h"
#include "core/signal/base64.h"

namespace evenkeel {

void write_ice_text(ByteWriter& writer, std::string_view text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) writer.u8(i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0);
}

std::optional<std::string> read_ice_text(ByteReader& reader, std::size_t size, std::size_t min_size) {
  const auto field = reader.bytes(size);
  const auto end = std::ranges::find(field, 0);
  const std::string text(field.begin(), end);
  const bool zeros_behind = std::all_of(end, field.end(), [](std::uint8_t byte) { return byte == 0; });
  if (text.size() < min_size || !zeros_behind || !is_base64(text, Base64::ice)) return std::nullopt;
  return text;
}

bool is_ice_text(std::string_view text, std::size_t min_size) {
  return text.size() >= min_size && text.size() <= 256 && is_base64(text, Base64::ice);
}

std::string random_ice_chars(std::size_t count, const RandomBytes& random) {
  static constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> drawn(count);
  random(drawn);
  std::string text;
  for (const std::uint8_t byte : drawn) text += alphabet[byte % alphabet.size()];
  wipe(drawn);
  return text;
}

}  // namespace evenkeel
