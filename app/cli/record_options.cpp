#include "app/cli/record_options.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace evenkeel {

namespace {

std::string extension_of(const std::filesystem::path& name) {
  std::string extension = name.extension().string();
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
  return extension;
}

}  // namespace

// Players go by the name: a WebM or IVF file under another format's would not play.
std::string check_recording(const std::string& text) {
  std::filesystem::path name(text);
  const std::string format = extension_of(name);
  for (const char* other : {".avi", ".mkv", ".mov", ".mp4", ".y4m"}) {
    if (format == other) {
      return "a recording is a WebM file, or for tests an IVF file: write it as " +
             name.replace_extension(".webm").string() + ".";
    }
  }
  return {};
}

std::string format_in_name(const std::string& path) {
  const std::string extension = extension_of(path);
  return extension == ".webm" || extension == ".ivf" ? extension.substr(1) : "";
}

}  // namespace evenkeel
