#include "app/cli/page_options.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "app/cli/call_options.h"
#include "core/net/secure/http_url.h"

namespace evenkeel {
namespace {

bool is_alphanumeric(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

bool is_name(std::string_view host) {
  const auto fits = [](char c) { return is_alphanumeric(c) || c == '-' || c == '.'; };
  return !host.empty() && host.size() <= 253 && is_alphanumeric(host.front()) && is_alphanumeric(host.back()) &&
         std::ranges::all_of(host, fits) && host.find("..") == std::string_view::npos;
}

bool is_ipv6(std::string_view host) {
  return host.find(':') != std::string_view::npos && is_numeric_host(std::string(host));
}

bool is_port(std::string_view text) {
  unsigned port = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, port);
  return text.size() <= 5 && read.ec == std::errc() && read.ptr == end && port > 0 && port <= 65535;
}

/// Cut off from the start of `rest`, with the brackets of an IPv6 address.
bool take_host(std::string_view& rest) {
  const bool bracketed = rest.starts_with('[');
  const auto end = bracketed ? rest.find(']') : rest.find_first_of(":/");
  if (bracketed && end == std::string_view::npos) return false;
  const std::string_view host = bracketed ? rest.substr(1, end - 1) : rest.substr(0, end);
  rest.remove_prefix(std::min(bracketed ? end + 1 : host.size(), rest.size()));
  return bracketed ? is_ipv6(host) : is_name(host);
}

bool take_port(std::string_view& rest) {
  if (!rest.starts_with(':')) return true;
  const std::string_view port = rest.substr(1, rest.find('/') - 1);
  rest.remove_prefix(1 + port.size());
  return is_port(port);
}

/// Only characters that mean nothing to a shell, to HTML or to a chat program that looks for links.
bool is_path(std::string_view rest) {
  const auto fits = [](char c) {
    return is_alphanumeric(c) || std::string_view("/-._~").find(c) != std::string_view::npos;
  };
  return rest.empty() || (rest.starts_with('/') && std::ranges::all_of(rest, fits));
}

// The first of those that only a page of our own has.
std::string_view of_own_page(const CallOptions& o) {
  return o.page_bind ? "--page-bind" : o.page_cert ? "--page-cert" : o.page_key ? "--page-key" : "";
}

}  // namespace

std::string check_page_url(const std::string& url) {
  constexpr std::size_t max_length = 512;
  constexpr std::string_view scheme = "https://";
  std::string_view rest(url);
  const bool is_https = rest.starts_with(scheme) && url.size() <= max_length;
  if (is_https) rest.remove_prefix(scheme.size());
  if (is_https && take_host(rest) && take_port(rest) && is_path(rest)) return {};
  return "that is no place for the page: write https://HOST[:PORT][/PATH], with letters, digits, '-', '.', '_' and '~' "
         "in its path.";
}

std::string check_page_options(const CallOptions& o) {
  const std::string of_own(of_own_page(o));
  const std::string given = o.page ? "--page" : of_own;
  if (o.insecure_rtp && !given.empty()) return given + " means nothing: --insecure-rtp makes no link.";
  if (o.no_page && !given.empty()) return "--no-page and " + given + " exclude each other.";
  if (o.page_cert.has_value() != o.page_key.has_value()) return "--page-cert and --page-key need each other.";
  if (o.page && o.page_cert && !o.page_bind) {
    return "--page-cert is for a page that listen serves, and --page names another: give --page-bind too, or leave one "
           "out.";
  }
  return {};
}

}  // namespace evenkeel
