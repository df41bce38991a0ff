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

/// A pipe or a device, whose name says nothing.
bool is_no_file(const std::string& path) {
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

/// "call.mp3" as "call.webm", but "call 1.2" as "call 1.2.webm".
std::string with_format(std::filesystem::path name) {
  const std::string extension = extension_of(name);
  const bool is_format = extension.size() > 2 && std::isalpha(static_cast<unsigned char>(extension[1])) != 0;
  return is_format ? name.replace_extension(".webm").string() : name.string() + ".webm";
}

std::string refusal(const std::string& text) {
  return "a recording is a WebM file, or for tests an IVF file: write it as " + with_format(text) + ".";
}

}  // namespace

// Players go by the name: a WebM or IVF file under another format's would not play.
std::string check_recording(const std::string& text) {
  const bool is_unknown = !extension_of(text).empty() && format_in_name(text).empty();
  return is_unknown && !is_no_file(text) ? refusal(text) : "";
}

std::string check_recording_format(const std::string& text) {
  return format_in_name(text).empty() && !is_no_file(text) ? refusal(text) : "";
}

std::string format_in_name(const std::string& path) {
  const std::string extension = extension_of(path);
  return extension == ".webm" || extension == ".ivf" ? extension.substr(1) : "";
}

}  // namespace evenkeel
