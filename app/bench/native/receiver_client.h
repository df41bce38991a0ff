#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "app/bench/native/control_protocol.h"
#include "app/bench/native/line_connection.h"

namespace evenkeel::bench {

/// The sender's side of a test: speaks with `evenkeel bench receive`.
class ReceiverClient {
 public:
  /// Looks the address up and agrees on the test. Nothing, or one sentence.
  std::string start(const std::string& address, const StartRequest& request, LineConnection::Stopped stopped);
  /// Where to send the packets.
  const Endpoint& packets_to() const { return packets_to_; }
  /// To be called often while the test goes on; says so once a second. Takes 0.2 s at most. Nothing, or one sentence:
  /// the receiver is lost.
  std::string keep_alive(LocalTime now);

  /// Ends the test, which began at `start`, and fetches what arrived. Nothing, or one sentence.
  std::string fetch(LocalTime start);
  const TestResult& result() const { return result_; }
  std::vector<Arrival> take_arrivals() { return std::move(arrivals_); }

 private:
  boost::asio::io_context io_;
  std::unique_ptr<LineConnection> connection_;
  std::string address_;
  Endpoint packets_to_;
  LocalTime last_alive_;
  TestResult result_;
  std::vector<Arrival> arrivals_;
};

}  // namespace evenkeel::bench
