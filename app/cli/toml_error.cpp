#include "app/cli/toml_error.h"

#include <algorithm>
#include <array>

#include "app/cli/call_options.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_shown = 60;  // bytes of a line

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view line_of(std::string_view text, std::size_t line) {
  for (; line > 1 && !text.empty(); --line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return trimmed(text.substr(0, text.find('\n')));
}

/// For a sentence on a terminal: no control characters, and not all of a long line.
std::string shown(std::string_view text) {
  std::size_t size = std::min(text.size(), max_shown);
  const auto inside_character = [&] {
    return size < text.size() && (static_cast<unsigned char>(text[size]) >> 6) == 2;
  };
  while (size > 0 && inside_character()) --size;
  std::string result(text.substr(0, size));
  std::ranges::replace_if(
      result, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }, ' ');
  return "'" + result + (size < text.size() ? "…" : "") + "'";
}

/// A line that the parser refused, and its words.
struct Refused {
  std::string_view line;  ///< without blanks around it
  std::string_view why;
  std::string_view key;    ///< empty where the line has no '='
  std::string_view value;  ///< begins behind the first '='
  bool has_equals = false;

  bool says(std::string_view words) const { return why.find(words) != std::string_view::npos; }
  bool begins_with_quote() const { return value.starts_with('"') || value.starts_with('\''); }
};

Refused refused(std::string_view line, std::string_view why) {
  Refused r{line, why, {}, line};
  const auto equals = line.find('=');
  if (line.starts_with('[') || equals == std::string_view::npos) return r;
  r.has_equals = true;
  r.key = trimmed(line.substr(0, equals));
  r.value = trimmed(line.substr(equals + 1));
  return r;
}

// Each of these returns an empty string where something else is wrong.

std::string wrong_encoding(const Refused& r) {
  return r.says("utf-8") || r.says("UTF-8") ? "the file is not in UTF-8: save it in that encoding." : "";
}

std::string given_twice(const Refused& r) {
  if (!r.says("cannot redefine")) return {};
  if (r.line.starts_with('[')) return shown(r.line) + " is given more than once: put all its parameters below one.";
  return shown(r.key) + " is given more than once: leave one out.";
}

std::string wrong_header(const Refused& r) {
  if (!r.line.starts_with('[') || !r.says("table header")) return {};
  const auto end = r.line.find(']');
  if (end == std::string_view::npos || r.line.starts_with("[[") || end == 1)
    return shown(r.line) + " is no table: write it as [ldcc].";
  if (end + 1 == r.line.size()) return {};
  return "behind " + shown(r.line.substr(0, end + 1)) + " only a comment may follow: begin a new line.";
}

std::string wrong_key(const Refused& r) {
  const bool lacks_key = r.says("expected keys");
  const bool alone = r.says("key-value pair") && r.says("end-of-file") && !r.has_equals;
  if (!r.says("expected '='") && !lacks_key && !alone) return {};
  if (!r.has_equals) return shown(r.line) + " is not KEY = VALUE: write it as fps = 25.";
  return r.key.empty() ? shown(r.line) + " has no key before '='."
                       : shown(r.key) + " is not a key: write a key as max-bitrate, without blanks.";
}

std::string unclosed(const Refused& r) {
  const bool of_list = r.says("parsing array");
  if (of_list && !r.has_equals) return shown(r.line) + " is no part of a list: write it as [\"a\", \"b\"].";
  if (r.says("end-of-file") && of_list && std::ranges::count(r.value, '"') % 2 == 0)
    return "the list has no closing bracket: write it as [\"a\", \"b\"].";
  const std::string_view quotes =
      r.value.starts_with("\"\"\"") || r.value.starts_with("'''") ? r.value.substr(0, 3) : r.value.substr(0, 1);
  const bool closed = r.value.find(quotes, quotes.size()) != std::string_view::npos;
  return r.begins_with_quote() && !closed ? shown(r.line) + " has no closing quote." : "";
}

std::string wrong_quoted(const Refused& r) {
  if (r.says("escape sequence") || r.says("unicode scalar")) {
    return shown(r.line) + " has a backslash in double quotes: write it twice, or put the text in single quotes.";
  }
  if (!r.begins_with_quote() || !r.says("expected a comment or whitespace")) return {};
  return shown(r.line) + " has something behind the closing quote, where only a comment may follow.";
}

/// Without the quotes that a word processor makes, or half of a pair.
std::string without_quotes(std::string_view value) {
  std::string bare(trimmed(value.substr(0, value.find('#'))));
  constexpr std::array<std::string_view, 9> quotes{"“", "”", "„", "‘", "’", "«", "»", "\"", "'"};
  for (const std::string_view quote : quotes) {
    for (auto at = bare.find(quote); at != std::string::npos; at = bare.find(quote)) bare.erase(at, quote.size());
  }
  return bare;
}

std::string wrong_number(const Refused& r, const std::string& value) {
  if (r.says("not representable")) return shown(value) + " is too large a number.";
  return shown(value) + " is not a number, as " + std::string(r.key) + " needs one.";
}

std::string unquoted(const Refused& r) {
  if (!r.has_equals || r.key.empty() || r.begins_with_quote()) return {};
  const std::string key(r.key);
  if (r.value.empty() || r.value.starts_with('#')) return "'" + key + "' has no value.";
  if (r.value.starts_with('{')) return shown(r.line) + " is in braces, and no option takes them.";
  if (r.value.starts_with('[') && std::ranges::count(r.value, '"') % 2 != 0)
    return shown(r.line) + " has no closing quote.";
  if (r.value.starts_with('[')) return shown(r.line) + " has a text without quotes: write a list as [\"a\", \"b\"].";
  const std::string value = without_quotes(r.value);
  const OptionSpec* const spec = find_option(key);
  if (spec != nullptr && spec->placeholder.empty()) return shown(r.line) + " is neither true nor false.";
  if (spec != nullptr && spec->placeholder == "NUMBER") return wrong_number(r, value);
  return "the value of '" + key + "' needs straight quotes: write " + key + " = \"" + value + "\".";
}

std::string in_words_of_parser(const Refused& r) {
  constexpr std::string_view beginning = "Error while ";
  std::string why(r.why.starts_with(beginning) ? r.why.substr(beginning.size()) : r.why);
  std::ranges::replace_if(
      why, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return (r.line.empty() ? "this" : shown(r.line)) + " is no TOML (" + why + ").";
}

}  // namespace

std::string toml_error_text(std::string_view text, std::size_t line, std::string_view description) {
  const Refused r = refused(line_of(text, line), description);
  for (const auto rule : {wrong_encoding, given_twice, wrong_header, wrong_key, unclosed, wrong_quoted, unquoted}) {
    if (std::string sentence = rule(r); !sentence.empty()) return sentence;
  }
  return in_words_of_parser(r);
}

}  // namespace evenkeel
