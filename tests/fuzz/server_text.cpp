#include <algorithm>
#include <string_view>

#include "core/net/secure/http_url.h"
#include "core/net/secure/ice_server_links.h"
#include "core/signal/ice_text.h"
#include "core/signal/ice_url.h"
#include "core/signal/sdp_fragment.h"
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

// What is taken has one form, which is taken again.
void fuzz_ice_url(std::string_view text) {
  const auto url = parse_ice_url(text);
  if (!url) return;
  require(is_visible(url->host) && !url->host.empty() && url->port != 0);
  if (!url->is_by_udp()) return;
  const auto again = parse_ice_url((url->kind == IceUrl::Kind::turn ? "turn:" : "stun:") + address_text(*url));
  require(again && *again == *url);
}

void fuzz_fragment(std::string_view text) {
  const auto fragment = read_sdp_fragment(text);
  require(fragment.value.has_value() == fragment.error.empty());
  if (!fragment) return;
  require(is_ice_text(fragment.value->ice_ufrag, 4) && is_ice_text(fragment.value->ice_password, 22));
  require(fragment.value->candidates.size() <= SdpAnswer::max_candidates);
  const auto again = read_sdp_fragment(write_sdp_fragment(fragment.value->ice_ufrag, fragment.value->ice_password));
  require(again && again.value->ice_password == fragment.value->ice_password);
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  fuzz_url(text);
  fuzz_links(text);
  fuzz_ice_url(text);
  fuzz_fragment(text);
}
