#include "core/net/secure/http_url.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace evenkeel {
namespace {

using Text = std::string_view;

constexpr Text host_characters = "abcdefghijklmnopqrstuvwxyz0123456789.-_";
constexpr Text address_characters = "0123456789abcdef:.";
constexpr std::size_t longest_name = 253;  // RFC 1035

Parsed<HttpUrl> wrong(std::string why) { return {std::nullopt, std::move(why)}; }

std::string lower(Text text) {
  std::string made(text);
  std::ranges::transform(made, made.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return made;
}

// What a request line could not carry.
bool is_visible(Text text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
}

bool consists_of(Text text, Text characters) { return text.find_first_not_of(characters) == Text::npos; }

std::uint16_t usual_port(bool secure) { return secure ? 443 : 80; }

// True where there is none, or one that can be.
bool take_port(Text text, HttpUrl& url) {
  url.port = usual_port(url.secure);
  if (text.empty()) return true;
  text.remove_prefix(1);  // the colon
  if (text.empty()) return true;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), url.port);
  return error == std::errc() && end == text.data() + text.size() && url.port != 0;
}

// "HOST", "HOST:PORT", "[IPV6]", "[IPV6]:PORT".
bool take_authority(Text text, HttpUrl& url) {
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == Text::npos) return false;
    url.host = lower(text.substr(1, end - 1));
    const Text rest = text.substr(end + 1);
    return consists_of(url.host, address_characters) && is_numeric_host(url.host) &&
           (rest.empty() || rest.front() == ':') && take_port(rest, url);
  }
  const auto colon = text.find(':');
  url.host = lower(text.substr(0, colon));
  const bool named = !url.host.empty() && url.host.size() <= longest_name && consists_of(url.host, host_characters);
  return named && take_port(colon == Text::npos ? Text() : text.substr(colon), url);
}

struct Split {
  Text authority, target;
};

Split split(Text after_slashes) {
  const auto end = after_slashes.find_first_of("/?");
  return {after_slashes.substr(0, end), end == Text::npos ? Text() : after_slashes.substr(end)};
}

std::string target_of(Text text) { return text.starts_with('/') ? std::string(text) : '/' + std::string(text); }

constexpr const char* form = "write it as https://HOST/PATH.";

// `text` begins after the scheme.
Parsed<HttpUrl> parse_after_scheme(bool secure, Text text) {
  const Split parts = split(text);
  if (parts.authority.find('@') != Text::npos) {
    return wrong("A server's URL has no name or password in it: a token goes into a file (--token-file).");
  }
  HttpUrl url;
  url.secure = secure;
  if (!take_authority(parts.authority, url))
    return wrong(std::string("The server's URL has no host that can be: ") + form);
  if (!secure && !is_own_host(url.host)) {
    return wrong("Without encryption only a server on this machine is asked: write https:// instead of http://.");
  }
  url.target = target_of(parts.target);
  return {url, ""};
}

// RFC 3986, section 5.2.4.
std::string without_dots(Text path) {
  std::vector<Text> kept;
  bool ends_in_folder = false;
  for (std::size_t begin = 1; begin <= path.size();) {
    const auto end = std::min(path.find('/', begin), path.size());
    const Text part = path.substr(begin, end - begin);
    ends_in_folder = part == "." || part == "..";
    if (part == ".." && !kept.empty()) kept.pop_back();
    if (!ends_in_folder) kept.push_back(part);
    begin = end + 1;
  }
  std::string made;
  for (const Text part : kept) made.append("/").append(part);
  return made.empty() || ends_in_folder ? made + '/' : made;
}

std::string target_at(const HttpUrl& base, Text reference) {
  const Text base_path = Text(base.target).substr(0, base.target.find('?'));
  if (reference.empty()) return base.target;
  if (reference.starts_with('?')) return std::string(base_path) + std::string(reference);
  const auto query = std::min(reference.find('?'), reference.size());
  std::string path(reference.substr(0, query));
  if (!path.starts_with('/')) path = std::string(base_path.substr(0, base_path.rfind('/') + 1)) + path;
  return without_dots(path) + std::string(reference.substr(query));
}

Text without_fragment(Text text) { return text.substr(0, text.find('#')); }

bool has_scheme(Text text) {
  const auto end = text.find_first_of(":/?");
  return end != Text::npos && end != 0 && text[end] == ':';
}

}  // namespace

Parsed<HttpUrl> parse_http_url(std::string_view text) {
  if (text.size() > HttpUrl::max_length) return wrong("The server's URL is longer than 2048 characters.");
  if (!is_visible(text)) {
    return wrong(std::string("The server's URL has a blank or a letter beyond ASCII in it: ") + form);
  }
  text = without_fragment(text);
  const std::string scheme = lower(text.substr(0, text.find("://")));
  if (scheme != "https" && scheme != "http") return wrong(std::string("That is no URL of a server: ") + form);
  const auto start = scheme.size() + Text("://").size();
  return parse_after_scheme(scheme == "https", text.size() < start ? Text() : text.substr(start));
}

Parsed<HttpUrl> resolve_reference(const HttpUrl& base, std::string_view reference) {
  if (has_scheme(reference)) return parse_http_url(reference);
  if (reference.size() > HttpUrl::max_length || !is_visible(reference)) return wrong("That is no reference.");
  reference = without_fragment(reference);
  if (reference.starts_with("//")) return parse_after_scheme(base.secure, reference.substr(2));
  HttpUrl url = base;
  url.target = target_at(base, reference);
  if (url.target.size() > HttpUrl::max_length) return wrong("That is no reference.");
  return {url, ""};
}

bool is_same_origin(const HttpUrl& a, const HttpUrl& b) {
  return a.secure == b.secure && a.host == b.host && a.port == b.port;
}

bool is_numeric_host(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return inet_pton(AF_INET, host.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

bool is_own_host(std::string_view host) {
  if (host == "localhost" || host == "::1") return true;
  return host.starts_with("127.") && std::ranges::count(host, '.') == 3 && consists_of(host, "0123456789.") &&
         is_numeric_host(std::string(host));
}

std::string host_text(const HttpUrl& url) {
  const std::string host = url.host.find(':') == std::string::npos ? url.host : '[' + url.host + ']';
  return url.port == usual_port(url.secure) ? host : host + ':' + std::to_string(url.port);
}

std::string origin_text(const HttpUrl& url) { return (url.secure ? "https://" : "http://") + host_text(url); }

std::string to_string(const HttpUrl& url) { return origin_text(url) + url.target; }

}  // namespace evenkeel
