#pragma once

#include <string>

namespace evenkeel {

/// Of an option that takes one of some words, "auto|gpu|software". An empty string, or what is wrong in a sentence.
std::string check_choice(const std::string& text, const std::string& words);

}  // namespace evenkeel
