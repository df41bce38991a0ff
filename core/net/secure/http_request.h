#pragma once

#include <memory>
#include <string_view>

#include "core/net/secure/http_answer.h"
#include "core/net/secure/http_url.h"
#include "core/net/secure/request_limit.h"

namespace evenkeel {

struct HttpRequest {
  std::string_view method;  ///< POST, PATCH or DELETE
  HttpUrl url;
  std::string_view token;         ///< of a bearer (RFC 6750); empty: none
  std::string_view content_type;  ///< empty: no body
  std::string_view body;
  std::string_view if_match{};      ///< a condition (RFC 9110, section 13.1.1); empty: none
  unsigned status_with_body = 201;  ///< of an answer of which the body is wanted
};

/// One exchange on a connection of its own (RFC 9112). Follows no redirect. A cancellation counts until the request
/// begins to leave: then the server may act on it, and its answer says how to undo that. `held`: as of find_host().
/// Throws where there is no memory, thread or descriptor.
HttpAnswer exchange(const HttpRequest& request, const RequestLimit& limit, const std::shared_ptr<void>& held);

/// The header of an answer that did not come in time. To be called once.
HttpAnswer await_header(PendingAnswer& pending, const RequestLimit& limit);

}  // namespace evenkeel
