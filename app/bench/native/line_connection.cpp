#include "app/bench/native/line_connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "app/bench/native/control_protocol.h"
#include "core/net/asio_endpoint.h"
#include "core/net/clock.h"
#include "core/net/udp_socket.h"

namespace evenkeel::bench {
namespace {

using boost::asio::ip::tcp;

constexpr Duration longest_wait = 50ms;

Endpoint endpoint_of(const tcp::endpoint& e) { return from_asio({e.address(), e.port()}); }

bool would_block(const boost::system::error_code& error) {
  return error == boost::asio::error::would_block || error == boost::asio::error::try_again;
}

/// Returns whether one of the events came within 50 ms and before the deadline.
bool poll_once(int file, short events, LocalTime deadline) {
  const Duration wait = std::clamp(deadline - monotonic_now(), Duration::zero(), longest_wait);
  pollfd waiting{file, events, 0};
  return poll(&waiting, 1, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(wait).count())) > 0;
}

}  // namespace

LineConnection::LineConnection(tcp::socket socket, Stopped stopped)
    : socket_(std::move(socket)), stopped_(std::move(stopped)) {
  boost::system::error_code error;
  socket_.non_blocking(true, error);
  if (!error) socket_.set_option(tcp::no_delay(true), error);
  open_ = !error;
}

std::optional<std::string> LineConnection::read_line(Duration timeout) {
  const LocalTime deadline = monotonic_now() + timeout;
  while (open_) {
    const auto end = received_.find('\n');
    if (end != std::string::npos && end <= longest_line) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    if (received_.size() > longest_line) fail();
    if (open_) receive(deadline);
  }
  return std::nullopt;
}

bool LineConnection::read(std::span<std::uint8_t> bytes, Duration timeout) {
  const LocalTime deadline = monotonic_now() + timeout;
  while (open_) {
    const std::size_t count = std::min(bytes.size(), received_.size());
    std::copy_n(received_.begin(), count, bytes.begin());
    received_.erase(0, count);
    bytes = bytes.subspan(count);
    if (bytes.empty()) return true;
    receive(deadline);
  }
  return false;
}

bool LineConnection::write_line(const std::string& line, Duration timeout) {
  const std::string text = line.substr(0, longest_line) + "\n";
  return write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, timeout);
}

bool LineConnection::write(std::span<const std::uint8_t> bytes, Duration timeout) {
  const LocalTime deadline = monotonic_now() + timeout;
  while (open_ && !bytes.empty()) {
    boost::system::error_code error;
    bytes = bytes.subspan(socket_.write_some(boost::asio::buffer(bytes.data(), bytes.size()), error));
    if (error && (!would_block(error) || !wait_for(POLLOUT, deadline))) fail();
  }
  return open_;
}

bool LineConnection::has_ended() {
  if (!open_) return true;
  char next = 0;
  const auto count = recv(socket_.native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

Endpoint LineConnection::peer() const {
  boost::system::error_code error;
  return endpoint_of(socket_.remote_endpoint(error));
}

Endpoint LineConnection::local() const {
  boost::system::error_code error;
  return endpoint_of(socket_.local_endpoint(error));
}

bool LineConnection::receive(LocalTime deadline) {
  std::array<char, 16384> buffer;
  boost::system::error_code error;
  const std::size_t count = socket_.read_some(boost::asio::buffer(buffer), error);
  received_.append(buffer.data(), count);
  if (!error) return true;
  return (would_block(error) && wait_for(POLLIN, deadline)) || fail();
}

bool LineConnection::wait_for(short events, LocalTime deadline) {
  while (!stopped_() && monotonic_now() < deadline) {
    if (poll_once(socket_.native_handle(), events, deadline)) return true;
  }
  return false;
}

bool LineConnection::fail() {
  boost::system::error_code ignored;
  socket_.close(ignored);
  return open_ = false;
}

Parsed<tcp::socket> connect_to(boost::asio::io_context& io, const Endpoint& to, Duration timeout) {
  const auto udp = to_asio(to, false);
  const tcp::endpoint endpoint(udp.address(), udp.port());
  tcp::socket socket(io);
  boost::system::error_code error;
  socket.open(endpoint.protocol(), error);
  if (!error) socket.non_blocking(true, error);
  if (!error) socket.connect(endpoint, error);
  if (error == boost::asio::error::in_progress || would_block(error)) {
    error = boost::asio::error::timed_out;
    const LocalTime deadline = monotonic_now() + timeout;
    while (monotonic_now() < deadline && !poll_once(socket.native_handle(), POLLOUT, deadline)) {
    }
    if (poll_once(socket.native_handle(), POLLOUT, monotonic_now())) {
      int outcome = 0;
      socklen_t size = sizeof outcome;
      getsockopt(socket.native_handle(), SOL_SOCKET, SO_ERROR, &outcome, &size);
      error.assign(outcome, boost::system::system_category());
    }
  }
  if (!error) return {std::move(socket), {}};
  return {std::nullopt, "No receiver answers at " + to_string(to) + " (" + error.message() +
                            "): start `evenkeel bench receive` there and check the address."};
}

}  // namespace evenkeel::bench
