#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/random_bytes.h"

namespace evenkeel {

/// ICE's passwords and user fragments (RFC 8839, section 5.4) in a field of `size` bytes, zeros behind them. At most
/// `size` characters are written.
void write_ice_text(ByteWriter& writer, std::string_view text, std::size_t size);

/// Nullopt unless they are at least `min_size` ice-chars and then zeros only.
std::optional<std::string> read_ice_text(ByteReader& reader, std::size_t size, std::size_t min_size);

/// Whether it can be such a name or password of a description: `min_size` to 256 ice-chars.
bool is_ice_text(std::string_view text, std::size_t min_size);

/// Characters for ICE's credentials (RFC 8839, section 5.4), of 6 random bits each.
std::string random_ice_chars(std::size_t count, const RandomBytes& random);

}  // namespace evenkeel
