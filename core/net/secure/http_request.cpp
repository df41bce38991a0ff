#include "core/net/secure/http_request.h"

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>

#include "core/net/secure/host_lookup.h"
#include "core/net/secure/http_answer_reader.h"
#include "core/net/secure/tls_client.h"

namespace evenkeel {
namespace {

using Kind = HttpFailure::Kind;

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

bool is_cancelled(const RequestLimit& limit) {
  return limit.cancellation != nullptr && limit.cancellation->cancelled();
}

HttpFailure open(TlsClient& connection, const HttpUrl& url, const RequestLimit& limit,
                 const std::shared_ptr<void>& held) {
  if (is_cancelled(limit)) return {Kind::cancelled, ""};
  FoundHost found = find_host(url.host, url.port, limit, held);
  if (!url.secure) found = on_this_machine(std::move(found));
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

HttpAnswer receive(TlsClient& connection, HttpAnswerReader& reader, const RequestLimit& limit) {
  std::array<std::uint8_t, 4096> part{};
  while (true) {
    const TlsClient::Read read = connection.read(part, limit);
    if (read.size > 0 && reader.take({reinterpret_cast<const char*>(part.data()), read.size})) return reader.answer();
    if (read.end != TlsClient::End::none) reader.take_end(read.end == TlsClient::End::proper);
    if (read.end == TlsClient::End::none && !read.failure) continue;
    HttpAnswer answer = reader.answer();
    if (read.failure) answer.failure = read.failure;
    return answer;
  }
}

}  // namespace

/// A request that left, and its answer as far as that came.
class PendingAnswer {
 public:
  explicit PendingAnswer(unsigned status_with_body) : reader(status_with_body) {}

  TlsClient connection;
  HttpAnswerReader reader;
};

HttpAnswer exchange(const HttpRequest& request, const RequestLimit& limit, const std::shared_ptr<void>& held) {
  auto pending = std::make_shared<PendingAnswer>(request.status_with_body);
  TlsClient& connection = pending->connection;
  HttpAnswer answer;
  answer.failure = open(connection, request.url, limit, held);
  if (answer.failure) return answer;
  if (is_cancelled(limit)) {
    answer.failure = {Kind::cancelled, ""};
    return answer;
  }
  const RequestLimit until_answered{limit.deadline};
  answer.failure = send(connection, request, until_answered);
  // Who refuses may do so before it has all, and end the connection.
  if (answer.failure && answer.failure.kind != Kind::connection) return answer;
  HttpAnswer received = receive(connection, pending->reader, until_answered);
  if (received.status == 0 && answer.failure) return answer;
  if (received.status == 0 && received.failure.kind == Kind::late) received.pending = std::move(pending);
  return received;
}

HttpAnswer await_header(PendingAnswer& pending, const RequestLimit& limit) {
  pending.reader.want_header_alone();
  return receive(pending.connection, pending.reader, limit);
}

}  // namespace evenkeel
