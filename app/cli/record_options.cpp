#include "app/cli/record_options.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace evenkeel {

// Players go by the name: a WebM or IVF file under another format's would not play.
std::string check_recording(const std::string& text) {
  std::filesystem::path name(text);
  std::string format = name.extension().string();
  std::transform(format.begin(), format.end(), format.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const char* other : {".avi", ".mkv", ".mov", ".mp4", ".y4m"}) {
    if (format == other) {
      return "a recording is a WebM file, or for tests an IVF file: write it as " +
             name.replace_extension(".webm").string() + ".";
    }
  }
  return {};
}

}  // namespace evenkeel
