#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/base/endpoint.h"
#include "core/base/parsed.h"
#include "core/base/time.h"

namespace evenkeel::bench {

/// A TCP connection for lines and binary data. Every operation has a timeout, and gives up within 50 ms when `stopped`
/// returns true. After a failure all operations fail.
class LineConnection {
 public:
  using Stopped = std::function<bool()>;

  LineConnection(boost::asio::ip::tcp::socket socket, Stopped stopped);

  /// Reads a line and returns it without its end; nullopt if the peer closed the connection, was too slow, or sent more
  /// than longest_line bytes.
  std::optional<std::string> read_line(Duration timeout);
  bool read(std::span<std::uint8_t> bytes, Duration timeout);
  bool write_line(const std::string& line, Duration timeout);
  bool write(std::span<const std::uint8_t> bytes, Duration timeout);

  bool open() const { return open_; }
  /// Whether the peer closed its side or the connection broke. Does not wait and does not consume data.
  bool has_ended();
  Endpoint peer() const;
  Endpoint local() const;

 private:
  bool receive(LocalTime deadline);
  bool wait_for(short events, LocalTime deadline);
  bool fail();

  boost::asio::ip::tcp::socket socket_;
  Stopped stopped_;
  std::string received_;
  bool open_ = true;
};

/// Connects within `timeout`; otherwise returns one sentence.
Parsed<boost::asio::ip::tcp::socket> connect_to(boost::asio::io_context& io, const Endpoint& to, Duration timeout);

}  // namespace evenkeel::bench
