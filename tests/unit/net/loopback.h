#pragma once

#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/net/clock.h"
#include "core/net/udp_socket.h"

namespace evenkeel::test {

using Bytes = std::vector<std::uint8_t>;

inline Endpoint endpoint(const std::string& text) {
  const auto e = resolve(text, 0);
  REQUIRE(e);
  return *e;
}

inline IpAddress address(const std::string& text) { return endpoint(text).address; }

/// Two sockets of one machine, at ports that are free.
struct Pair {
  explicit Pair(const std::string& address) {
    REQUIRE(listener.open(endpoint(address)).empty());
    REQUIRE(caller.open(endpoint(address)).empty());
  }
  boost::asio::io_context io;
  UdpSocket listener{io};
  UdpSocket caller{io};
};

struct Arrived {
  Bytes bytes;
  Endpoint from;
  LocalTime arrival;
  std::uint8_t ecn = 0;
  IpAddress local{};
};

/// Waits until so many have come, at most two seconds.
inline std::vector<Arrived> receive(boost::asio::io_context& io, UdpSocket& socket, std::size_t count) {
  std::vector<Arrived> all;
  const LocalTime end = monotonic_now() + 2s;
  while (all.size() < count && monotonic_now() < end) {
    socket.async_wait([&](std::error_code) {
      socket.receive_all([&](const UdpSocket::Received& r) {
        all.push_back({{r.datagram.begin(), r.datagram.end()}, r.from, r.arrival, r.ecn, r.local});
      });
    });
    io.restart();
    io.run_for(100ms);
  }
  socket.close();  // ends the wait
  io.restart();
  io.run();
  return all;
}

}  // namespace evenkeel::test
