#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "core/base/endpoint.h"

namespace evenkeel {

/// Where something lies by HTTP, at a numeric IPv4 address: names are looked up by nobody here.
struct HttpPlace {
  Endpoint server;
  std::string path = "/";

  bool operator==(const HttpPlace&) const = default;
};

/// "http://192.168.1.1:5000/desc.xml".
std::optional<HttpPlace> parse_http_place(const std::string& url);
/// "192.168.1.1:5000".
std::string host_text(const HttpPlace& place);

/// How long an exchange may take in all; what answers may be anybody in the local network.
struct ExchangeLimit {
  static constexpr std::chrono::milliseconds at_most{3000};

  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::now() + at_most;
  std::function<bool()> stop;  ///< whether to give up; may be empty

  bool is_over() const { return std::chrono::steady_clock::now() >= end || (stop && stop()); }
  /// For one exchange of several.
  ExchangeLimit part() const;
};

struct HttpReply {
  bool sent = false;  ///< the request left: it may have been carried out, also where no answer was read
  int status = 0;     ///< 0: no whole answer came in time
  std::string body;
};

inline constexpr std::size_t max_http_reply = 128 * 1024;

/// One request (RFC 9112), whole as it goes over the wire, on a connection of its own. Blocks, within the limit, and
/// takes max_http_reply at most.
HttpReply exchange_http(const Endpoint& server, const std::string& request, const ExchangeLimit& limit);

/// The body of an answer; nullopt: it is not there yet. `ended`: nothing more comes.
std::optional<HttpReply> parse_http_reply(const std::string& text, bool ended);

}  // namespace evenkeel
