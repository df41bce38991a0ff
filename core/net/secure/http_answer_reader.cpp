#include "core/net/secure/http_answer_reader.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <utility>

namespace evenkeel {
namespace {

namespace http = boost::beast::http;
using Error = boost::system::error_code;
using Kind = HttpFailure::Kind;

// Of all that comes: chunks have headers of their own.
constexpr std::size_t max_received = 2 * (max_http_header + max_http_body);
constexpr int max_informational = 8;  // answers of the kind 1xx before the answer

HttpFailure failure_of(const Error& error) {
  if (error == http::error::header_limit || error == http::error::body_limit) return {Kind::too_long, ""};
  return {Kind::malformed, error.message()};
}

}  // namespace

struct HttpAnswerReader::Parsing {
  http::response_parser<http::string_body> parser;
};

HttpAnswerReader::HttpAnswerReader(unsigned status_with_body) : status_with_body_(status_with_body) { renew(); }

HttpAnswerReader::~HttpAnswerReader() = default;

void HttpAnswerReader::renew() {
  parsing_ = std::make_unique<Parsing>();
  parsing_->parser.header_limit(max_http_header);
  parsing_->parser.body_limit(max_http_body);
  parsing_->parser.eager(false);  // what follows the header is not looked at where nobody wants it
}

bool HttpAnswerReader::take(std::string_view received) {
  total_ += received.size();
  buffer_.append(received);
  while (!failure_ && !done() && !buffer_.empty()) {
    Error error;
    const std::size_t used = parsing_->parser.put(boost::asio::buffer(buffer_), error);
    buffer_.erase(0, used);
    pass_informational();
    if (error == http::error::need_more) break;
    if (error) failure_ = failure_of(error);
    if (!error && used == 0) break;
  }
  if (total_ > max_received && !done()) failure_ = {Kind::too_long, ""};
  return failure_ || done();
}

void HttpAnswerReader::take_end(bool proper) {
  Error error;
  if (proper && parsing_->parser.is_header_done()) parsing_->parser.put_eof(error);
  if (error || !done()) failure_ = {Kind::cut_off, ""};
}

void HttpAnswerReader::want_header_alone() { status_with_body_ = 0; }

HttpAnswer HttpAnswerReader::answer() {
  HttpAnswer made;
  made.failure = failure_;
  if (!parsing_->parser.is_header_done()) return made;
  auto& message = parsing_->parser.get();
  made.status = message.result_int();
  made.location = message[http::field::location];
  made.content_type = message[http::field::content_type];
  made.has_tag = !message[http::field::etag].empty();
  for (const auto& field : message) {
    if (field.name() == http::field::link && made.links.size() < max_http_links) made.links.emplace_back(field.value());
  }
  made.body = std::move(message.body());
  return made;
}

unsigned HttpAnswerReader::status() const { return parsing_->parser.get().result_int(); }

// Of a refusal or redirect the header says all.
bool HttpAnswerReader::done() const {
  const auto& parser = parsing_->parser;
  return parser.is_done() || (parser.is_header_done() && status() != status_with_body_);
}

void HttpAnswerReader::pass_informational() {
  if (!parsing_->parser.is_header_done() || status() >= 200) return;
  constexpr unsigned first_status = 100;  // RFC 9110, section 15
  if (++informational_ > max_informational || status() < first_status)
    failure_ = {Kind::malformed, "it never comes to its answer"};
  renew();
}

}  // namespace evenkeel
