#include "core/net/secure/ice_server_links.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace evenkeel {
namespace {

using Text = std::string_view;

// Of one URL, name or password.
constexpr std::size_t longest_value = 512;

bool equals_without_case(Text a, Text b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// Reads from the front of a header.
class Reader {
 public:
  explicit Reader(Text text) : text_(text) {}

  bool at_end() const { return text_.empty(); }

  void skip_blanks() { text_.remove_prefix(std::min(text_.find_first_not_of(" \t"), text_.size())); }

  bool take(char c) {
    skip_blanks();
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }

  Text take_until(Text ends) {
    const Text taken = text_.substr(0, text_.find_first_of(ends));
    text_.remove_prefix(taken.size());
    return taken;
  }

  // RFC 9110, section 5.6.4; the quote at the beginning is taken.
  std::string take_quoted() {
    std::string value;
    while (!text_.empty() && text_.front() != '"') {
      if (text_.front() == '\\' && text_.size() > 1) text_.remove_prefix(1);
      value += text_.front();
      text_.remove_prefix(1);
    }
    take('"');
    return value;
  }

  std::string take_value() {
    if (take('"')) return take_quoted();
    return std::string(trimmed(take_until(";,")));
  }

  static Text trimmed(Text text) {
    const auto end = text.find_last_not_of(" \t");
    return text.substr(0, end == Text::npos ? 0 : end + 1);
  }

 private:
  Text text_;
};

struct Link {
  IceServer server;
  bool is_ice_server = false;
  bool has_password = true;  // and not a token of OAuth
};

// rel holds a list of words.
bool has_word(Text list, Text word) {
  Reader reader(list);
  while (!reader.at_end()) {
    reader.skip_blanks();
    if (equals_without_case(reader.take_until(" \t"), word)) return true;
  }
  return false;
}

void take_parameter(Reader& reader, Link& link) {
  reader.skip_blanks();
  const Text name = Reader::trimmed(reader.take_until("=;,"));
  std::string value = reader.take('=') ? reader.take_value() : "";
  if (equals_without_case(name, "rel")) link.is_ice_server |= has_word(value, "ice-server");
  if (equals_without_case(name, "username")) {
    link.server.username = std::move(value);
  } else if (equals_without_case(name, "credential")) {
    link.server.credential = std::move(value);
  } else if (equals_without_case(name, "credential-type")) {
    link.has_password = equals_without_case(value, "password");
  }
}

// Nullopt where no link begins there.
std::optional<Link> take_link(Reader& reader) {
  if (!reader.take('<')) return std::nullopt;
  Link link;
  link.server.url = reader.take_until(">");
  if (!reader.take('>')) return std::nullopt;
  while (reader.take(';')) take_parameter(reader, link);
  return link;
}

bool is_fit(Text text) {
  return text.size() <= longest_value && std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 127; });
}

bool is_ice_url(Text url) {
  constexpr std::array<Text, 4> schemes{"stun:", "stuns:", "turn:", "turns:"};
  return url.find(' ') == Text::npos && std::ranges::any_of(schemes, [&](Text scheme) {
           return url.size() > scheme.size() && equals_without_case(url.substr(0, scheme.size()), scheme);
         });
}

bool is_usable(const Link& link) {
  const IceServer& server = link.server;
  return link.is_ice_server && link.has_password && is_ice_url(server.url) && is_fit(server.url) &&
         is_fit(server.username) && is_fit(server.credential);
}

}  // namespace

void add_ice_servers(std::string_view link_header, std::vector<IceServer>& servers) {
  Reader reader(link_header);
  while (!reader.at_end() && servers.size() < max_ice_servers) {
    auto link = take_link(reader);
    if (link && is_usable(*link)) servers.push_back(std::move(link->server));
    reader.take_until(",");  // what does not belong there
    reader.take(',');
  }
}

}  // namespace evenkeel
