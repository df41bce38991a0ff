#pragma once

#include <array>
#include <functional>

#include "core/session/datagram_sink.h"
#include "core/session/sender.h"

namespace evenkeel {

/// The body of every loop that sends: gives all that is due to a sink. The pacer thread of a call, the closed-loop
/// tests and ns-3 drive the Sender by it alike, each with a clock and a sink of its own.
class SendDriver {
 public:
  /// In virtual time the clock stands still while a batch is sent.
  using Clock = std::function<LocalTime()>;

  /// Sender and sink must outlive it.
  SendDriver(Sender& sender, DatagramSink& sink, Clock clock)
      : sender_(sender), sink_(sink), clock_(std::move(clock)) {}

  /// To be called after any input to the sender, and at its next_wake(). Returns how many datagrams left.
  std::size_t run(const Endpoint& to);

 private:
  Sender& sender_;
  DatagramSink& sink_;
  Clock clock_;
  std::array<DatagramSink::Datagram, PacedQueue::largest_batch> batch_{};
};

}  // namespace evenkeel
