#include "core/net/port_mapping/http_exchange.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>

namespace evenkeel {
namespace {

using std::chrono::milliseconds;
constexpr int step_ms = 50;  // how often it is looked whether to stop

std::optional<std::size_t> parse_size(std::string_view text, int base) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size, base);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  return size;
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

/// What follows "\r\nNAME:" in a header in lower case, up to the end of the line.
std::optional<std::string_view> find_field(std::string_view header, const std::string& name) {
  const std::string start = "\r\n" + name + ':';
  const auto at = header.find(start);
  if (at == std::string_view::npos) return std::nullopt;
  const auto value = header.substr(at + start.size());
  return value.substr(0, value.find("\r\n"));
}

// RFC 9112, section 7.1; nullopt: the last chunk is not there yet.
std::optional<std::string> join_chunks(std::string_view text) {
  std::string joined;
  for (;;) {
    const auto line = text.find("\r\n");
    if (line == std::string_view::npos) return std::nullopt;
    const auto size = parse_size(text.substr(0, line), 16);
    if (!size) return std::nullopt;
    if (*size == 0) return joined;
    text.remove_prefix(line + 2);
    if (*size > text.size() || text.size() - *size < 2) return std::nullopt;
    joined.append(text.substr(0, *size));
    text.remove_prefix(*size + 2);
  }
}

std::optional<std::string> body_of(std::string_view header, std::string_view rest, bool ended) {
  const auto coding = find_field(header, "transfer-encoding");
  if (coding && coding->find("chunked") != std::string_view::npos) return join_chunks(rest);
  const auto field = find_field(header, "content-length");
  const auto length = field ? parse_size(*field, 10) : std::nullopt;
  if (length && *length <= rest.size()) return std::string(rest.substr(0, *length));
  return !length && ended ? std::optional(std::string(rest)) : std::nullopt;
}

class Connection {
 public:
  explicit Connection(const ExchangeLimit& limit)
      : limit_(limit), socket_(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {}
  ~Connection() {
    if (socket_ >= 0) close(socket_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool open(const Endpoint& server) const {
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_port = htons(server.port);
    std::memcpy(&there.sin_addr, &server.address[12], 4);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0) return true;
    if (errno != EINPROGRESS || !wait(POLLOUT)) return false;
    int error = 0;
    socklen_t size = sizeof error;
    return getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
  }
  bool send_all(std::string_view text) const {
    while (!text.empty() && wait(POLLOUT)) {
      const ssize_t count = send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (count < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return text.empty();
  }
  HttpReply read() const {
    std::string text;
    std::array<char, 4096> bytes{};
    while (text.size() < max_http_reply && wait(POLLIN)) {
      const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
      if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
      if (const auto reply = parse_http_reply(text, count <= 0)) return *reply;
      if (count <= 0) break;
    }
    return {};
  }

 private:
  bool wait(short events) const {
    while (!limit_.is_over()) {
      pollfd ready{socket_, events, 0};
      if (poll(&ready, 1, step_ms) > 0) return true;
    }
    return false;
  }

  const ExchangeLimit& limit_;
  int socket_;
};

}  // namespace

std::optional<HttpPlace> parse_http_place(const std::string& url) {
  constexpr std::string_view scheme = "http://";
  const bool is_clean = std::ranges::all_of(url, [](unsigned char c) { return c > ' ' && c < 127; });
  if (!url.starts_with(scheme) || !is_clean) return std::nullopt;
  const auto slash = std::min(url.find('/', scheme.size()), url.size());
  std::string host = url.substr(scheme.size(), slash - scheme.size());
  HttpPlace place{{any_ipv4, 80}, slash < url.size() ? url.substr(slash) : "/"};
  if (const auto colon = host.find(':'); colon != std::string::npos) {
    const auto port = parse_size(std::string_view(host).substr(colon + 1), 10);
    if (!port || *port == 0 || *port > 65535) return std::nullopt;
    place.server.port = static_cast<std::uint16_t>(*port);
    host.resize(colon);
  }
  if (inet_pton(AF_INET, host.c_str(), &place.server.address[12]) != 1) return std::nullopt;
  return place;
}

std::string host_text(const HttpPlace& place) {
  std::array<char, INET_ADDRSTRLEN> text{};
  inet_ntop(AF_INET, &place.server.address[12], text.data(), text.size());
  return std::string(text.data()) + ':' + std::to_string(place.server.port);
}

ExchangeLimit ExchangeLimit::part() const { return {std::min(end, std::chrono::steady_clock::now() + at_most), stop}; }

std::optional<HttpReply> parse_http_reply(const std::string& text, bool ended) {
  const auto end = text.find("\r\n\r\n");
  if (end == std::string::npos || !text.starts_with("HTTP/1.")) return std::nullopt;
  const auto space = std::min(text.find(' '), end);
  const auto status = parse_size(std::string_view(text).substr(space, 4), 10);
  if (!status || *status < 100 || *status > 999) return std::nullopt;
  const std::string_view rest = std::string_view(text).substr(end + 4);
  const auto body = body_of(in_lower_case(std::string_view(text).substr(0, end)), rest, ended);
  if (!body) return std::nullopt;
  return HttpReply{true, static_cast<int>(*status), *body};
}

HttpReply exchange_http(const Endpoint& server, const std::string& request, const ExchangeLimit& limit) {
  const Connection connection(limit);
  if (limit.is_over() || !connection.open(server)) return {};
  HttpReply reply;
  if (connection.send_all(request)) reply = connection.read();
  reply.sent = true;  // all of it, or a part that may end up as all
  return reply;
}

}  // namespace evenkeel
