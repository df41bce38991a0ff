#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace evenkeel {

/// Why a configuration is no TOML, for people who do not know TOML's grammar: what is wrong in the line, shown with it,
/// and how to write it. `text` is the file, `line` counts from 1, `description` has the words of the parser, which are
/// shown only where the line tells no more. Ends with a full stop.
std::string toml_error_text(std::string_view text, std::size_t line, std::string_view description);

}  // namespace evenkeel
