#include "gui/store/event_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace evenkeel {
namespace {

using Spelling = std::pair<std::string_view, std::string_view>;
constexpr std::array<Spelling, 8> spellings{{{"bps", "bit/s"},
                                             {"kbps", "kbit/s"},
                                             {"Mbps", "Mbit/s"},
                                             {"Gbps", "Gbit/s"},
                                             {"us", "us"},
                                             {"ms", "ms"},
                                             {"s", "s"},
                                             {"%", "%"}}};

/// "2.5 Mbit/s" of "2.5Mbps"; other words as they are.
std::string spelled(std::string_view word) {
  const std::size_t unit = word.find_first_not_of("0123456789.-");
  if (unit == 0 || unit == std::string_view::npos) return std::string(word);
  for (const auto& [typed, shown] : spellings)
    if (word.substr(unit) == typed) return std::string(word.substr(0, unit)) + ' ' + std::string(shown);
  return std::string(word);
}

}  // namespace

std::string event_words(std::string_view text) {
  std::string words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" ,;"), text.size());
    words += spelled(text.substr(0, end));
    if (end < text.size()) words += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::string event_words(const RunEvent& event) {
  return event.kind == RunEvent::Kind::note ? event.text : event_words(std::string_view(event.text));
}

}  // namespace evenkeel
