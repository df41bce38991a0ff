#include "app/cli/secret_file.h"

#include <algorithm>

#include "app/cli/option_file.h"
#include "core/base/cryptography.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_size = 8192;
constexpr std::string_view blanks = " \t\r\n";

void trim(std::string& text) {
  const auto end = text.find_last_not_of(blanks);
  text.erase(end == std::string::npos ? 0 : end + 1);
  text.erase(0, std::min(text.find_first_not_of(blanks), text.size()));
}

bool is_one_word(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
}

bool is_one_line(const std::string& text) {
  return std::ranges::none_of(text, [](char c) { return (c >= 0 && c < ' ') || c == 127; });
}

Parsed<std::string> checked(std::string text, const std::string& name, SecretForm form) {
  trim(text);
  if (text.empty()) return {std::nullopt, name + " is empty: write the secret into it, and nothing else."};
  const bool fit = form == SecretForm::word ? is_one_word(text) : is_one_line(text);
  if (fit) return {std::move(text), ""};
  wipe(text);
  return {std::nullopt, name + " holds more than one " +
                            (form == SecretForm::word ? "word of printable letters" : "line") +
                            ": write the secret into it, and nothing else."};
}

}  // namespace

Parsed<std::string> read_secret_file(const std::string& option, const std::string& path, SecretForm form) {
  auto file = read_option_file(option, path, max_size, true);
  if (!file) return file;
  return checked(std::move(*file.value), "'" + path + "' (" + option + ")", form);
}

}  // namespace evenkeel
