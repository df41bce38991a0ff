#include "app/cli/option_file.h"

#include "app/files/named_file.h"
#include "core/base/cryptography.h"

namespace evenkeel {

Parsed<std::string> read_option_file(const std::string& option, const std::string& path, std::size_t max_size,
                                     bool is_secret) {
  const std::string name = "'" + path + "' (" + option + ")";
  NamedFile file(path);
  if (is_secret && file.error().empty() && file.others_may_read()) {
    return {std::nullopt, name + " can be read by others than its owner: 'chmod 600' ends that."};
  }
  std::string text;
  text.reserve(max_size + 1);  // one that grows would leave pieces of a secret behind
  const std::string error = file.read(text, max_size);
  if (error.empty()) return {std::move(text), ""};
  wipe(text);
  return {std::nullopt, "Cannot read " + name + ": " + error + "."};
}

}  // namespace evenkeel
