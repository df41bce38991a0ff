#pragma once

#include <string>

namespace evenkeel {

/// Of --record: by its name no file of a format that we do not write. An empty string, or what is wrong in a sentence.
std::string check_recording(const std::string& text);

}  // namespace evenkeel
