#pragma once

#include <string>

namespace evenkeel {

/// Of --record: by its name no file of a format that we do not write. An empty string, or what is wrong in a sentence.
std::string check_recording(const std::string& text);
/// The same where nothing else says the format: a new file needs a name that does.
std::string check_recording_format(const std::string& text);
/// The format of a recording as the name of its file says it: "webm" or "ivf"; empty where it says neither.
std::string format_in_name(const std::string& path);

}  // namespace evenkeel
