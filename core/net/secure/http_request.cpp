#include "core/net/secure/http_request.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>

#include "core/net/secure/host_lookup.h"
#include "core/net/secure/tls_client.h"

namespace evenkeel {
namespace {

namespace http = boost::beast::http;
using Error = boost::system::error_code;
using Kind = HttpFailure::Kind;
using Parser = http::response_parser<http::string_body>;

// Of all that comes: chunks have headers of their own.
constexpr std::size_t max_received = 2 * (max_http_header + max_http_body);
constexpr std::size_t max_links = 16;
constexpr int max_informational = 8;  // answers of the kind 1xx before the answer

// Written by hand, since a library would leave copies of the token in memory.
std::string text_of(const HttpRequest& r) {
  std::string text;
  text.reserve(512 + r.url.target.size() + r.token.size() + r.body.size());
  const auto add = [&](std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) text += part;
  };
  add({r.method, " ", r.url.target, " HTTP/1.1\r\nHost: ", host_text(r.url), "\r\nUser-Agent: evenkeel\r\n"});
  add({"Connection: close\r\n"});
  if (!r.token.empty()) add({"Authorization: Bearer ", r.token, "\r\n"});
  if (!r.if_match.empty()) add({"If-Match: ", r.if_match, "\r\n"});
  if (!r.content_type.empty()) {
    add({"Accept: ", r.content_type, "\r\nContent-Type: ", r.content_type, "\r\n"});
    add({"Content-Length: ", std::to_string(r.body.size()), "\r\n"});
  }
  add({"\r\n", r.body});
  return text;
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

HttpFailure failure_of(const Error& error) {
  if (error == http::error::header_limit || error == http::error::body_limit) return {Kind::too_long, ""};
  return {Kind::malformed, error.message()};
}

/// Takes the bytes of an answer as they come.
class AnswerReader {
 public:
  explicit AnswerReader(unsigned status_with_body) : status_with_body_(status_with_body) { renew(); }

  /// True once there is no need of more.
  bool take(std::string_view received) {
    total_ += received.size();
    buffer_.append(received);
    while (!failure_ && !done() && !buffer_.empty()) {
      Error error;
      const std::size_t used = parser_->put(boost::asio::buffer(buffer_), error);
      buffer_.erase(0, used);
      pass_informational();
      if (error == http::error::need_more) break;
      if (error) failure_ = evenkeel::failure_of(error);
      if (!error && used == 0) break;
    }
    if (total_ > max_received && !done()) failure_ = {Kind::too_long, ""};
    return failure_ || done();
  }

  void take_end(TlsClient::End end) {
    Error error;
    if (end == TlsClient::End::proper && parser_->is_header_done()) parser_->put_eof(error);
    if (error || !done()) failure_ = {Kind::cut_off, ""};
  }

  HttpAnswer answer() {
    HttpAnswer made;
    made.failure = failure_;
    if (!parser_->is_header_done()) return made;
    auto& message = parser_->get();
    made.status = message.result_int();
    made.location = message[http::field::location];
    made.content_type = message[http::field::content_type];
    made.has_tag = !message[http::field::etag].empty();
    for (const auto& field : message) {
      if (field.name() == http::field::link && made.links.size() < max_links) made.links.emplace_back(field.value());
    }
    made.body = std::move(message.body());
    return made;
  }

 private:
  void renew() {
    parser_.emplace();
    parser_->header_limit(max_http_header);
    parser_->body_limit(max_http_body);
    parser_->eager(true);
  }

  unsigned status() const { return parser_->get().result_int(); }

  // Of a refusal or redirect the header says all.
  bool done() const { return parser_->is_done() || (parser_->is_header_done() && status() != status_with_body_); }

  void pass_informational() {
    if (!parser_->is_header_done() || status() >= 200) return;
    if (++informational_ > max_informational) failure_ = {Kind::malformed, "it never comes to its answer"};
    renew();
  }

  unsigned status_with_body_;
  std::optional<Parser> parser_;
  std::string buffer_;
  std::size_t total_ = 0;
  int informational_ = 0;
  HttpFailure failure_;
};

HttpFailure open(TlsClient& connection, const HttpUrl& url, const RequestLimit& limit,
                 const std::shared_ptr<void>& held) {
  const FoundHost found = find_host(url.host, url.port, limit, held);
  if (found.failure) return found.failure;
  if (HttpFailure failure = connection.connect(found.addresses, limit)) return failure;
  return url.secure ? connection.start_tls(url.host, limit) : HttpFailure{};
}

HttpFailure send(TlsClient& connection, const HttpRequest& request, const RequestLimit& limit) {
  std::string text = text_of(request);
  const HttpFailure failure = connection.write(bytes_of(text), limit);
  wipe(text);
  return failure;
}

HttpAnswer receive(TlsClient& connection, unsigned status_with_body, const RequestLimit& limit) {
  AnswerReader reader(status_with_body);
  std::array<std::uint8_t, 4096> part{};
  while (true) {
    const TlsClient::Read read = connection.read(part, limit);
    if (read.size > 0 && reader.take({reinterpret_cast<const char*>(part.data()), read.size})) return reader.answer();
    if (read.end != TlsClient::End::none) reader.take_end(read.end);
    if (read.end == TlsClient::End::none && !read.failure) continue;
    HttpAnswer answer = reader.answer();
    if (read.failure) answer.failure = read.failure;
    return answer;
  }
}

}  // namespace

HttpAnswer exchange(const HttpRequest& request, const RequestLimit& limit, const std::shared_ptr<void>& held) {
  TlsClient connection;
  HttpAnswer answer;
  answer.failure = open(connection, request.url, limit, held);
  if (answer.failure) return answer;
  if (limit.cancellation != nullptr && limit.cancellation->cancelled()) {
    answer.failure = {Kind::cancelled, ""};
    return answer;
  }
  const RequestLimit until_answered{limit.deadline};
  answer.failure = send(connection, request, until_answered);
  // Who refuses may do so before it has all, and end the connection.
  if (answer.failure && answer.failure.kind != Kind::connection) return answer;
  HttpAnswer received = receive(connection, request.status_with_body, until_answered);
  if (received.status == 0 && answer.failure) return answer;
  return received;
}

}  // namespace evenkeel
