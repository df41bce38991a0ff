#include "gui/store/event_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace evenkeel {
namespace {

using Spelling = std::pair<std::string_view, std::string_view>;
constexpr std::array<Spelling, 17> spellings{{{"bps", "bit/s"},
                                              {"kbps", "kbit/s"},
                                              {"Mbps", "Mbit/s"},
                                              {"Gbps", "Gbit/s"},
                                              {"us", "us"},
                                              {"ms", "ms"},
                                              {"s", "s"},
                                              {"min", "min"},
                                              {"h", "h"},
                                              {"B", "B"},
                                              {"kB", "kB"},
                                              {"MB", "MB"},
                                              {"GB", "GB"},
                                              {"KiB", "KiB"},
                                              {"MiB", "MiB"},
                                              {"GiB", "GiB"},
                                              {"%", "%"}}};

constexpr std::string_view separators = " ,;()";

/// "2.5 Mbit/s" of "2.5Mbps"; other words as they are.
std::string spelled(std::string_view word) {
  const std::size_t unit = word.find_first_not_of("0123456789.-");
  if (unit == 0 || unit == std::string_view::npos) return std::string(word);
  const std::size_t end = word.find_last_not_of(".:") + 1;  // of a clause or a sentence
  for (const auto& [typed, shown] : spellings)
    if (word.substr(unit, end - unit) == typed)
      return std::string(word.substr(0, unit)) + ' ' + std::string(shown) + std::string(word.substr(end));
  return std::string(word);
}

/// The length of what stands in quotes at the beginning: the name of a file, or what somebody typed. 0: nothing does.
std::size_t quoted(std::string_view text) {
  if (!text.starts_with('\'')) return 0;
  const std::size_t end = text.find('\'', 1);
  return end == std::string_view::npos ? 0 : end + 1;
}

}  // namespace

std::string event_words(std::string_view text) {
  std::string words;
  while (!text.empty()) {
    const std::size_t name = quoted(text);
    const std::size_t end = name > 0 ? name : std::min(text.find_first_of(separators), text.size());
    words += name > 0 ? std::string(text.substr(0, name)) : spelled(text.substr(0, end));
    text.remove_prefix(end);
    if (text.empty() || separators.find(text.front()) == std::string_view::npos) continue;
    words += text.front();
    text.remove_prefix(1);
  }
  return words;
}

std::string event_words(const RunEvent& event) {
  return event.kind == RunEvent::Kind::note ? event.text : event_words(std::string_view(event.text));
}

}  // namespace evenkeel
