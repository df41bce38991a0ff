#include "core/net/secure/page_connection.h"

#include <array>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <utility>

#include "core/net/secure/page_request.h"

namespace evenkeel {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Error = boost::system::error_code;

class Connection final : public PageConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(asio::ip::tcp::socket socket, asio::ssl::context& context, const ServedPage& page,
             std::function<void(PageConnection&)> on_end)
      : timer_(socket.get_executor()), stream_(std::move(socket), context), page_(page), on_end_(std::move(on_end)) {}

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
    http::async_read_header(stream_, buffer_, request_.parser(),
                            [self = shared_from_this()](Error error, std::size_t) { self->on_request(error); });
  }

  void on_request(Error error) {
    const auto answer = request_.answer(error, page_);
    answer ? write(*answer) : close();
  }

  void write(const PageRequest::Answer& answer) {
    head_ = answer.head;
    const std::array<asio::const_buffer, 2> parts{asio::buffer(head_), asio::buffer(answer.body)};
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
  boost::beast::flat_buffer buffer_{std::size_t{2} * PageRequest::max_header};
  PageRequest request_;
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
