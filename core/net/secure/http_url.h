#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/parsed.h"

namespace evenkeel {

/// An address of a web server (RFC 3986) as requests need it: what follows '#' is for browsers, and left out.
struct HttpUrl {
  static constexpr std::size_t max_length = 2048;

  bool secure = true;      ///< https; else http
  std::string host;        ///< in lower case; of an IPv6 address without the brackets
  std::uint16_t port = 0;  ///< also where the text names none
  std::string target;      ///< path and query, of which a request speaks; begins with '/'

  bool operator==(const HttpUrl&) const = default;
};

/// http is taken only to this machine: what goes further must not be read on its way. No user names, since a token has
/// a file, and what stands on a command line can be read by others. The error is one sentence that does not repeat the
/// text, which may hold secrets.
Parsed<HttpUrl> parse_http_url(std::string_view text);

/// What a reference means that stands in an answer of `base` (RFC 3986, section 5.2), as in Location.
Parsed<HttpUrl> resolve_reference(const HttpUrl& base, std::string_view reference);

/// The same scheme, host and port (RFC 6454): what one of two may know the other may know.
bool is_same_origin(const HttpUrl& a, const HttpUrl& b);

/// By its form: localhost, 127.0.0.0/8, ::1. Looks nothing up.
bool is_own_host(std::string_view host);
/// Whether it is an IPv4 or IPv6 address.
bool is_numeric_host(const std::string& host);

/// "example.org", "example.org:8443", "[::1]:80": the port where it is not that of the scheme.
std::string host_text(const HttpUrl& url);
/// "https://example.org".
std::string origin_text(const HttpUrl& url);
std::string to_string(const HttpUrl& url);

}  // namespace evenkeel
