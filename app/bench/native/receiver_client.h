#pragma once

#include <memory>
#include <string>

#include "app/bench/native/child_process.h"
#include "app/bench/native/control_protocol.h"
#include "app/bench/native/line_connection.h"
#include "core/net/event_loop.h"

namespace evenkeel::bench {

/// The sender's side of the control connection to `evenkeel bench receive`.
class ReceiverClient {
 public:
  /// Resolves the address and negotiates the test. Returns an empty string, or one sentence that says what failed.
  std::string start(const std::string& address, const StartRequest& request, LineConnection::Stopped stopped);
  /// Where to send the packets.
  const Endpoint& packets_to() const { return packets_to_; }
  /// Call often during the test: tells the receiver once a second that the sender is alive. Takes at most 0.2 s.
  /// Returns an empty string, or one sentence if the receiver is lost.
  std::string keep_alive(LocalTime now);

  /// Ends the test, which began at `start`, and fetches the arrivals. Returns an empty string, or one sentence that
  /// says what failed.
  std::string fetch(LocalTime start);
  const TestResult& result() const { return result_; }
  std::vector<Arrival> take_arrivals() { return std::move(arrivals_); }

 private:
  EventLoop io_;
  std::unique_ptr<LineConnection> connection_;
  std::string address_;
  Endpoint packets_to_;
  LocalTime last_alive_;
  TestResult result_;
  std::vector<Arrival> arrivals_;
};

/// Our own receiver on this machine: a second instance of this program, as `bench receive`.
class ReceiverProcess {
 public:
  /// Returns an empty string, or one sentence that says what failed.
  std::string start(int cpu);
  /// ADDRESS:PORT of the control connection.
  const std::string& address() const { return address_; }

 private:
  ChildProcess child_;
  std::string address_;
};

}  // namespace evenkeel::bench
