#include "app/cli/pasted_input.h"

#include <algorithm>

#include "app/cli/server_place.h"
#include "core/net/secure/openssl_cryptography.h"
#include "core/signal/link.h"
#include "core/signal/pasted_text.h"

namespace evenkeel {
namespace {

constexpr std::size_t longest_link = 4096;  // with all that wraps it

bool is_empty(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

// At its end: so a long text is not searched as a whole with each of its lines.
bool ends_with_link(std::string_view text) {
  const std::string_view end = text.substr(text.size() - std::min(text.size(), longest_link));
  return read_link(end, openssl_cryptography()).value.has_value();
}

}  // namespace

std::optional<std::string> read_callee(std::istream& input, bool plain_address) {
  std::string all;
  for (std::string line; all.size() < max_pasted_size && std::getline(input, line);) {
    if (looks_like_server(line) || (plain_address && !is_empty(line))) return line;
    all += line + '\n';
    if (ends_with_link(all)) return all;
  }
  all.resize(std::min(all.size(), max_pasted_size));
  return is_empty(all) ? std::nullopt : std::optional(all);
}

}  // namespace evenkeel
