#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/cryptography.h"
#include "core/net/secure/http_failure.h"

namespace evenkeel {

inline constexpr std::size_t max_http_header = 16384;
inline constexpr std::size_t max_http_body = 65536;
inline constexpr std::size_t max_http_links = 16;

class PendingAnswer;

struct HttpAnswer {
  HttpFailure failure;
  unsigned status = 0;  ///< 0 where there was no header
  std::string location;
  std::string content_type;
  bool has_tag = false;            ///< a header "ETag"
  std::vector<std::string> links;  ///< headers "Link", at most max_http_links; may hold secrets
  std::string body;                ///< of HttpRequest::status_with_body alone; likewise
  /// Where the whole request left, and no header came in time: it may still come.
  std::shared_ptr<PendingAnswer> pending;

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

}  // namespace evenkeel
