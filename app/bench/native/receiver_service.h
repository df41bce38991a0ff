#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>

#include "app/bench/native/line_connection.h"
#include "app/bench/native/test_receiver.h"

namespace evenkeel::bench {

/// Serves senders, one test after the other. A sender that is silent for `patience`, speaks nonsense or goes away loses
/// its turn, and is told why where it still listens.
class ReceiverService {
 public:
  explicit ReceiverService(Duration patience = 5s) : patience_(patience) {}

  /// `bind`: ADDRESS:PORT of the control connection. Nothing, or one sentence.
  std::string open(const std::string& bind);
  Endpoint local() const;
  /// Until `stop`.
  void run(const std::atomic<bool>& stop);

 private:
  void serve(LineConnection& sender);
  void receive_test(LineConnection& sender, const StartRequest& request);
  void report(LineConnection& sender, const StartRequest& request, LocalTime start, TestReceiver& receiver);

  Duration patience_;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_{io_};
};

}  // namespace evenkeel::bench
