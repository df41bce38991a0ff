#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cryptography.h"

namespace evenkeel {

// Texts that people copy from a message and paste: a letter, a version, a full stop, and DATA, which is base64url of
// bytes and a checksum of them.

/// Longer ones are not looked at.
inline constexpr std::size_t max_pasted_size = 2048;

/// Without blanks and line breaks, as mail programs wrap long texts, and without brackets, quotes and punctuation
/// around it. Empty where it is too long.
std::string tidy(std::string_view text);

struct VersionedText {
  int version = 0;  ///< 1 or above
  std::string_view data;
};
/// Of "e1.DATA", where `letter` is 'e'. Nullopt where it has another form.
std::optional<VersionedText> split_version(std::string_view text, char letter);

/// DATA. `purpose` goes into the checksum, so that the one text is not taken for the other.
std::string pack(std::span<const std::uint8_t> bytes, std::string_view purpose, const Cryptography& cryptography);

struct Unpacked {
  std::vector<std::uint8_t> bytes;  ///< without the checksum
  std::string_view damage;          ///< one clause; empty where there is none
};
Unpacked unpack(std::string_view data, std::string_view purpose, const Cryptography& cryptography);

}  // namespace evenkeel
