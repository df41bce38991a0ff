#include "app/cli/choice.h"

#include <sstream>

namespace evenkeel {

std::string check_choice(const std::string& text, const std::string& words) {
  std::string sentence = "'" + text + "' is neither ";
  std::istringstream rest(words);
  for (std::string word; std::getline(rest, word, '|');) {
    if (text == word) return {};
    const bool first = sentence.ends_with("neither ");
    sentence += (first ? "" : rest.eof() ? " nor " : ", ") + word;
  }
  return sentence + ".";
}

}  // namespace evenkeel
