#include "core/net/secure/page_connection.h"

#include <array>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <sstream>
#include <utility>

namespace evenkeel {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Error = boost::system::error_code;

constexpr std::uint32_t max_header = 8192;

struct Answer {
  http::status status;
  bool has_page = false;
  bool has_body = false;
};

Answer answer_to(const http::request<http::empty_body>& request) {
  const auto path = request.target().substr(0, request.target().find('?'));  // Some append a query to links.
  if (path != "/") return {http::status::not_found};
  if (request.method() == http::verb::get) return {http::status::ok, true, true};
  if (request.method() == http::verb::head) return {http::status::ok, true, false};
  return {http::status::method_not_allowed};
}

std::string head_of(const Answer& answer, const ServedPage& page) {
  http::response<http::empty_body> head(answer.status, 11);
  head.set(http::field::connection, "close");
  head.content_length(answer.has_page ? page.text.size() : 0);
  if (answer.status == http::status::method_not_allowed) head.set(http::field::allow, "GET, HEAD");
  head.set(http::field::cache_control, "no-store");
  head.set("Referrer-Policy", "no-referrer");
  head.set("X-Content-Type-Options", "nosniff");
  if (answer.has_page) {
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

class Connection final : public PageConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(asio::ip::tcp::socket socket, asio::ssl::context& context, const ServedPage& page,
             std::function<void(PageConnection&)> on_end)
      : timer_(socket.get_executor()), stream_(std::move(socket), context), page_(page), on_end_(std::move(on_end)) {
    parser_.header_limit(max_header);
  }

  void start(Duration time_limit) override {
    timer_.expires_after(time_limit);
    timer_.async_wait([self = shared_from_this()](Error error) {
      if (!error) self->close();
    });
    stream_.async_handshake(asio::ssl::stream_base::server, [self = shared_from_this()](Error error) {
      if (error) return self->close();
      self->established_ = true;
      self->read();
    });
  }

  bool established() const override { return established_; }

  void close() override {
    Error ignored;
    timer_.cancel(ignored);
    stream_.lowest_layer().close(ignored);
    if (on_end_) std::exchange(on_end_, nullptr)(*this);
  }

 private:
  void read() {
    http::async_read_header(stream_, buffer_, parser_,
                            [self = shared_from_this()](Error error, std::size_t) { self->on_request(error); });
  }

  void on_request(Error error) {
    if (!error) return write(answer_to(parser_.get()));
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return write({http::status::request_header_fields_too_large});
    }
    is_wrong_request(error) ? write({http::status::bad_request}) : close();
  }

  void write(const Answer& answer) {
    head_ = head_of(answer, page_);
    const std::string_view body = answer.has_body ? page_.text : std::string_view();
    const std::array<asio::const_buffer, 2> parts{asio::buffer(head_), asio::buffer(body)};
    asio::async_write(stream_, parts, [self = shared_from_this()](Error error, std::size_t) {
      error ? self->close() : self->say_goodbye();
    });
  }

  // Waits for the other side's goodbye: who closes before it has all would lose the rest.
  void say_goodbye() {
    stream_.async_shutdown([self = shared_from_this()](Error) { self->close(); });
  }

  asio::steady_timer timer_;
  asio::ssl::stream<asio::ip::tcp::socket> stream_;
  const ServedPage& page_;
  std::function<void(PageConnection&)> on_end_;
  boost::beast::flat_buffer buffer_{std::size_t{2} * max_header};
  http::request_parser<http::empty_body> parser_;
  std::string head_;
  bool established_ = false;
};

}  // namespace

std::shared_ptr<PageConnection> PageConnection::make(asio::ip::tcp::socket socket, asio::ssl::context& context,
                                                     const ServedPage& page,
                                                     std::function<void(PageConnection&)> on_end) {
  return std::make_shared<Connection>(std::move(socket), context, page, std::move(on_end));
}

}  // namespace evenkeel
