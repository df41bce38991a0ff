#include <algorithm>
#include <string_view>

#include "core/net/secure/http_url.h"
#include "core/net/secure/ice_server_links.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

bool is_visible(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
}

// What is taken has one form, which is taken again, and which a request line can carry.
void require_fit(const HttpUrl& url) {
  const std::string written = to_string(url);
  require(is_visible(written) && url.target.starts_with('/') && !url.host.empty() && url.port != 0);
  require(url.secure || is_own_host(url.host));
  if (written.size() > HttpUrl::max_length) return;  // a reference to a long path
  const auto again = parse_http_url(written);
  require(again && *again == url);
}

void fuzz_url(std::string_view text) {
  const auto url = parse_http_url(text);
  require(url.value.has_value() == url.error.empty());
  if (url) require_fit(*url);
  const auto base = parse_http_url("https://example.org:8443/a/b?c");
  if (const auto resolved = resolve_reference(*base, text)) require_fit(*resolved);
}

void fuzz_links(std::string_view text) {
  std::vector<IceServer> servers;
  add_ice_servers(text, servers);
  require(servers.size() <= max_ice_servers);
  require(std::ranges::all_of(servers, [](const IceServer& s) { return is_visible(s.url) && s.url.size() <= 512; }));
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  fuzz_url(text);
  fuzz_links(text);
}
