#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/base/parsed.h"
#include "core/base/time.h"
#include "core/session/endpoint.h"

namespace evenkeel::bench {

/// A TCP connection that carries lines, and bytes after them. Everything waits until a deadline at most, and gives up
/// within 50 ms when `stopped` says so; after a failure nothing works any more.
class LineConnection {
 public:
  using Stopped = std::function<bool()>;

  LineConnection(boost::asio::ip::tcp::socket socket, Stopped stopped);

  /// A line without its end; nothing where the peer has gone, was too slow, or wrote more than longest_line bytes.
  std::optional<std::string> read_line(Duration patience);
  bool read(std::span<std::uint8_t> bytes, Duration patience);
  bool write_line(const std::string& line, Duration patience);
  bool write(std::span<const std::uint8_t> bytes, Duration patience);

  bool open() const { return open_; }
  /// Whether the peer has closed its side, or the connection broke. Waits for nothing and takes nothing off it.
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

/// Within `patience`, or one sentence.
Parsed<boost::asio::ip::tcp::socket> connect_to(boost::asio::io_context& io, const Endpoint& to, Duration patience);

}  // namespace evenkeel::bench
