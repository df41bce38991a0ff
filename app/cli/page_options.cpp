#include "app/cli/page_options.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "app/cli/call_options.h"

namespace evenkeel {
namespace {

// A host, and then nothing, a port or a path.
bool is_at(std::string_view url, std::string_view start) {
  return url.starts_with(start) && (url.size() == start.size() || url[start.size()] == '/' || url[start.size()] == ':');
}

bool is_secure_context(std::string_view url) {
  constexpr std::array<std::string_view, 3> own_hosts{"http://localhost", "http://127.0.0.1", "http://[::1]"};
  const bool named = url.starts_with("https://") && url.size() > std::string_view("https://").size();
  return named || url.starts_with("file:///") ||
         std::ranges::any_of(own_hosts, [&](auto host) { return is_at(url, host); });
}

// What would end the URL, or the fragment that follows it.
bool breaks_link(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '#' || c == '"' || c == 127; }

// The first of those that only a page of our own has.
std::string_view of_own_page(const CallOptions& o) {
  return o.page_bind ? "--page-bind" : o.page_cert ? "--page-cert" : o.page_key ? "--page-key" : "";
}

}  // namespace

std::string check_page_url(const std::string& url) {
  if (std::ranges::any_of(url, breaks_link)) return "a URL of the page has no blank, '#' or '\"' in it.";
  if (is_secure_context(url)) return {};
  return "'" + url + "' is no place for the page: write https://HOST/PATH, http://localhost:PORT/ or file:///PATH.";
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
