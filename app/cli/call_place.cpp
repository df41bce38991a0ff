#include "app/cli/call_place.h"

#include <algorithm>
#include <filesystem>

#include "core/net/secure/openssl_cryptography.h"
#include "core/net/udp_socket.h"
#include "core/signal/reply_code.h"

namespace evenkeel {
namespace {

constexpr std::uint16_t default_port = 5004;

Parsed<CallPlace> at(const Parsed<Endpoint>& endpoint) {
  if (!endpoint) return {std::nullopt, endpoint.error};
  CallPlace place;
  place.endpoint = *endpoint;
  return {place, ""};
}

const std::string the_link =
    "the link that the peer's 'evenkeel listen', or its window, shows while it waits (as "
    "https://192.0.2.7:8443/#e1.AQDx…)";

/// One line of it, since a whole mail may have been pasted.
std::string quoted(const std::string& text) {
  constexpr std::size_t longest = 80;
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::string line = text.substr(begin, text.find_first_of("\r\n", begin) - begin);
  std::size_t size = std::min(line.size(), longest);
  while (size > 0 && size < line.size() && (line[size] & 0xC0) == 0x80) --size;  // not within a character
  return size == line.size() ? "'" + line + "'" : "'" + line.substr(0, size) + "…'";
}

/// Whoever names a file may have a link in it, and whoever types an address learnt it elsewhere.
std::string no_link_text(const std::string& text) {
  std::error_code unknown;
  if (std::filesystem::is_regular_file(text, unknown)) {
    return "'" + text + "' is a file: if it holds the link, write 'evenkeel call - < " + text + "'; a call needs " +
           the_link + '.';
  }
  if (text.find("http://") != std::string::npos || text.find("https://") != std::string::npos)
    return quoted(text) + " is not the whole link: its end, from '#e1.' on, is missing; a call needs " + the_link + '.';
  const bool is_address = text.find_first_of(".:") != std::string::npos && check_address(text).empty();
  if (!is_address) return quoted(text) + " is no link: a call needs " + the_link + '.';
  return quoted(text) + " is an address: an encrypted call needs " + the_link +
         "; --insecure-rtp calls an address without encryption.";
}

}  // namespace

std::string check_callee(const std::string& text, const CallOptions& options) {
  if (looks_like_server(text)) {
    const auto server = read_server(text);
    return server ? check_server_options(server.value->call, options) : server.error;
  }
  if (looks_like_link(text)) {
    if (options.insecure_rtp) return "A link leads to an encrypted call, and --insecure-rtp wants none: leave one out.";
    return read_link(text, openssl_cryptography()).error;
  }
  if (looks_like_reply_code(text)) {
    return "This is a reply code: it goes back to whoever gave the link, into the 'evenkeel listen' that waits.";
  }
  if (!options.insecure_rtp) return no_link_text(text);
  const std::string error = check_address(text);
  if (!error.empty()) return error;
  if (text.ends_with(":0")) return "'" + text + "' has port 0, at which nobody can listen.";
  return {};
}

Parsed<CallPlace> find_callee(const std::string& text, const CallOptions& options) {
  if (const std::string error = check_callee(text, options); !error.empty()) return {std::nullopt, error};
  if (looks_like_server(text)) {
    CallPlace place;
    place.server = read_server(text).value;
    return {place, ""};
  }
  if (!looks_like_link(text)) return at(resolve(text, default_port));
  CallPlace place;
  place.link = read_link(text, openssl_cryptography()).value;
  return {place, ""};
}

Parsed<CallPlace> find_listener(const CallOptions& options) {
  auto place = at(resolve(options.bind, default_port));
  // A link may lead to any address of the machine, of either family.
  if (!place) return place;
  place.value->everywhere = !options.insecure_rtp && place.value->endpoint.address == any_ipv4;
  for (const std::string& text : options.addresses) {
    const auto endpoint = resolve(text, 0);
    if (!endpoint) return {std::nullopt, "--address: " + endpoint.error};
    place.value->told.push_back(*endpoint);
  }
  return place;
}

std::string without_secrets(const std::string& callee) {
  if (!looks_like_server(callee)) return looks_like_link(callee) ? "(link)" : callee;
  const auto server = read_server(callee);
  return server ? origin_text(server.value->url) : "(server)";
}

std::vector<std::string> without_secrets(std::vector<std::string> arguments) {
  std::string before;
  for (std::string& argument : arguments) {
    const std::string given = argument;
    const bool joined = given.starts_with("--whip=") || given.starts_with("--whep=");
    const bool apart = before == "--whip" || before == "--whep";
    if (joined) argument = given.substr(0, 7) + without_secrets("whip:" + given.substr(7));
    if (apart) argument = without_secrets("whip:" + given);
    if (!joined && !apart) argument = without_secrets(given);
    before = given;
  }
  return arguments;
}

}  // namespace evenkeel
