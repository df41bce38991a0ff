#pragma once

#include <string>

namespace evenkeel {

// Checks of the options of recordings: an empty string, or what is wrong in a sentence.

/// --record: by its name no file of a format that we do not write.
std::string check_recording(const std::string& text);
/// --record-format
std::string check_recording_format(const std::string& text);
/// --record-pictures
std::string check_recorded_pictures(const std::string& text);

}  // namespace evenkeel
