#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace evenkeel {

/// Base64 without padding (RFC 4648).
enum class Base64 {
  url,  ///< section 5: "-" and "_"
  ice   ///< section 4: "+" and "/", so that all of it are ice-chars (RFC 8839, section 5.4)
};

constexpr std::size_t base64_text_size(std::size_t bytes) { return (bytes * 8 + 5) / 6; }
constexpr std::size_t base64_byte_count(std::size_t characters) { return characters * 6 / 8; }

std::string encode_base64(std::span<const std::uint8_t> bytes, Base64 alphabet);

/// Strict: each sequence of bytes has one text. False where the text is not as long as `out` demands, has a character
/// of no meaning, or bits set behind the last byte; `out` means nothing then.
bool decode_base64(std::string_view text, Base64 alphabet, std::span<std::uint8_t> out);

/// Whether all are characters of the alphabet.
bool is_base64(std::string_view text, Base64 alphabet);

}  // namespace evenkeel
