#include "core/net/secure/page_request.h"

#include <boost/beast/http/write.hpp>
#include <sstream>

namespace evenkeel {
namespace {

namespace http = boost::beast::http;
using Error = boost::system::error_code;

struct Outcome {
  http::status status;
  bool has_page = false;
  bool has_body = false;
};

Outcome outcome_of(const http::request<http::empty_body>& request) {
  const auto path = request.target().substr(0, request.target().find('?'));  // Some append a query to links.
  if (path != "/") return {http::status::not_found};
  if (request.method() == http::verb::get) return {http::status::ok, true, true};
  if (request.method() == http::verb::head) return {http::status::ok, true, false};
  return {http::status::method_not_allowed};
}

std::string head_of(const Outcome& outcome, const ServedPage& page) {
  http::response<http::empty_body> head(outcome.status, 11);
  head.set(http::field::connection, "close");
  head.content_length(outcome.has_page ? page.text.size() : 0);
  if (outcome.status == http::status::method_not_allowed) head.set(http::field::allow, "GET, HEAD");
  head.set(http::field::cache_control, "no-store");
  head.set("Referrer-Policy", "no-referrer");
  head.set("X-Content-Type-Options", "nosniff");
  if (outcome.has_page) {
    head.set(http::field::content_type, "text/html; charset=utf-8");
    head.set("Content-Security-Policy", page.policy);
  }
  std::ostringstream text;
  text << head;
  return text.str();
}

// What came is no request, rather than that nothing came.
bool is_wrong_request(const Error& error) {
  return error.category() == http::make_error_code(http::error::bad_method).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

std::optional<Outcome> outcome_of(const Error& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return Outcome{http::status::request_header_fields_too_large};
  }
  return is_wrong_request(error) ? std::optional(Outcome{http::status::bad_request}) : std::nullopt;
}

}  // namespace

std::optional<PageRequest::Answer> PageRequest::answer(const Error& error, const ServedPage& page) const {
  const auto outcome = error ? outcome_of(error) : outcome_of(parser_.get());
  if (!outcome) return std::nullopt;
  return Answer{head_of(*outcome, page), outcome->has_body ? page.text : std::string_view()};
}

}  // namespace evenkeel
