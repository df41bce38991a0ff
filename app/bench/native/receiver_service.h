#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>

#include "app/bench/native/line_connection.h"
#include "app/bench/native/test_receiver.h"

namespace evenkeel::bench {

/// Serves senders, one test after the other. A sender that is silent for `timeout`, sends nonsense or disconnects is
/// dropped, with a reason if it is still connected.
class ReceiverService {
 public:
  explicit ReceiverService(Duration timeout = 5s) : timeout_(timeout) {}

  /// Listens for control connections at `bind`, ADDRESS:PORT. Returns an empty string, or one sentence that says what
  /// failed.
  std::string open(const std::string& bind);
  Endpoint local() const;
  /// Serves until `stop` is set.
  void run(const std::atomic<bool>& stop);

 private:
  void serve(LineConnection& sender);
  void receive_test(LineConnection& sender, const StartRequest& request);
  void report(LineConnection& sender, const StartRequest& request, LocalTime start, TestReceiver& receiver);

  Duration timeout_;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_{io_};
};

}  // namespace evenkeel::bench
