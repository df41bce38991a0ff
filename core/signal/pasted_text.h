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
// bytes and a checksum of them. Chat programs, mail clients and people wrap, quote, escape and decorate them, and copy
// the words around them too. So the text is searched for what may be one, and the checksum decides.

/// Longer ones are not looked at. A mail with its headers fits.
inline constexpr std::size_t max_pasted_size = 64 * 1024;

/// DATA. `purpose` goes into the checksum, so that the one text is not taken for the other.
std::string pack(std::span<const std::uint8_t> bytes, std::string_view purpose, const Cryptography& cryptography);

struct Pasted {
  enum class Kind {
    none,     ///< nothing in the text is one
    newer,    ///< of `version`, which is above 1
    damaged,  ///< `damage` says how, in one clause
    whole,    ///< `bytes` are what its checksum is of
  };
  Kind kind = Kind::none;
  int version = 0;
  std::string_view damage{};
  std::vector<std::uint8_t> bytes{};
  std::string data{};  ///< as it was written, without what was between; where it is whole
};
/// The first in the text that is whole, of "e1.DATA" where `letter` is 'e'; otherwise what the likeliest lacks.
Pasted find_pasted(std::string_view text, char letter, std::string_view purpose, const Cryptography& cryptography);

/// Whether somebody means one, be it whole or not: a letter and a version behind a "#", at the beginning, or before
/// data of some length.
bool looks_pasted(std::string_view text, char letter);

}  // namespace evenkeel
