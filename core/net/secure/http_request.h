#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cryptography.h"
#include "core/net/secure/http_failure.h"
#include "core/net/secure/http_url.h"
#include "core/net/secure/request_limit.h"

namespace evenkeel {

inline constexpr std::size_t max_http_header = 16384;
inline constexpr std::size_t max_http_body = 65536;

struct HttpRequest {
  std::string_view method;  ///< POST, PATCH or DELETE
  HttpUrl url;
  std::string_view token;         ///< of a bearer (RFC 6750); empty: none
  std::string_view content_type;  ///< empty: no body
  std::string_view body;
  std::string_view if_match{};      ///< a condition (RFC 9110, section 13.1.1); empty: none
  unsigned status_with_body = 201;  ///< of an answer of which the body is wanted
};

struct HttpAnswer {
  HttpFailure failure;
  unsigned status = 0;  ///< 0 where there was no header
  std::string location;
  std::string content_type;
  bool has_tag = false;            ///< a header "ETag"
  std::vector<std::string> links;  ///< headers "Link", at most 16; may hold secrets
  std::string body;                ///< of HttpRequest::status_with_body alone; likewise

  HttpAnswer() = default;
  HttpAnswer(const HttpAnswer&) = default;
  HttpAnswer(HttpAnswer&&) = default;
  HttpAnswer& operator=(const HttpAnswer&) = default;
  HttpAnswer& operator=(HttpAnswer&&) = default;
  ~HttpAnswer() {
    for (std::string& link : links) wipe(link);
    wipe(body);
  }
};

/// One exchange on a connection of its own (RFC 9112). Follows no redirect. A cancellation counts until the request
/// begins to leave: then the server may act on it, and its answer says how to undo that. `held`: as of find_host().
/// Throws where there is no memory, thread or descriptor.
HttpAnswer exchange(const HttpRequest& request, const RequestLimit& limit, const std::shared_ptr<void>& held);

}  // namespace evenkeel
