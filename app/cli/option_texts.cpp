#include "app/cli/option_texts.h"

#include <cctype>

#include "app/cli/turn_password.h"

namespace evenkeel {
namespace {

std::string set_texts(CallOptions& options, const OptionTexts& texts) {
  for (const auto& [name, text] : texts) {
    const OptionSpec* const spec = find_option(name);
    if (spec == nullptr || spec->repeatable) return "There is no option --" + name + ".";
    const std::string error = spec->set(options, text);
    if (!error.empty()) return "--" + name + ": " + error;
    options.configured.erase(name);
  }
  return {};
}

/// Whether a sentence is about the option, and not about one whose name begins with it.
bool names(const std::string& sentence, const std::string& option) {
  const std::string word = "--" + option;
  for (auto at = sentence.find(word); at != std::string::npos; at = sentence.find(word, at + 1)) {
    const auto end = at + word.size();
    const unsigned char next = end < sentence.size() ? static_cast<unsigned char>(sentence[end]) : ' ';
    if (next != '-' && std::isalnum(next) == 0) return true;
  }
  return false;
}

/// Where a sentence names none of them, none can be said to be right.
OptionTexts take_blamed(OptionTexts& texts, const std::string& sentence) {
  OptionTexts blamed;
  for (const auto& [name, text] : texts) {
    if (names(sentence, name)) blamed[name] = text;
  }
  if (blamed.empty()) blamed = texts;
  for (const auto& [name, text] : blamed) texts.erase(name);
  return blamed;
}

}  // namespace

std::vector<OptionInfo> describe_options(const CallOptions& base) {
  std::vector<OptionInfo> all;
  for (const OptionSpec& spec : option_specs()) {
    if (!spec.repeatable) all.push_back({spec.name, spec.placeholder, spec.help, spec.get(base)});
  }
  return all;
}

OptionTexts rate_limit_texts(const CallOptions& options) {
  OptionTexts texts;
  for (const char* name : {"start-bitrate", "min-bitrate", "max-bitrate"})
    texts[name] = find_option(name)->get(options).value_or("");
  return texts;
}

Parsed<CallOptions> with_texts(const CallOptions& base, const OptionTexts& texts) {
  CallOptions options = base;
  std::string error = set_texts(options, texts);
  if (error.empty()) error = check_options(options);
  if (error.empty() && options.turn_password_file != base.turn_password_file) error = take_turn_password(options);
  if (!error.empty()) return {std::nullopt, error};
  return {std::move(options), ""};
}

KeptOptions take_kept(const CallOptions& told, const std::set<std::string>& named, const OptionTexts& kept) {
  KeptOptions result{told, kept, {}};
  std::erase_if(result.taken, [&](const auto& one) { return named.contains(one.first); });
  std::string left_out;
  while (!result.taken.empty()) {
    auto options = with_texts(told, result.taken);
    if (options) {
      result.options = std::move(*options.value);
      break;
    }
    for (const auto& [name, text] : take_blamed(result.taken, options.error)) {
      left_out += (left_out.empty() ? "'" : ", '") + name + "'";
    }
  }
  if (!left_out.empty()) result.notice = "Settings that do not fit any longer are left out: " + left_out + ".";
  return result;
}

}  // namespace evenkeel
