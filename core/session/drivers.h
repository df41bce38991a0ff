#pragma once

#include <array>
#include <functional>

#include "core/session/datagram_sink.h"
#include "core/session/receiver.h"
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
  std::size_t run(const Route& to);

 private:
  Sender& sender_;
  DatagramSink& sink_;
  Clock clock_;
  std::array<DatagramSink::Datagram, PacedQueue::largest_batch> batch_{};
};

/// The body of every loop that receives: gives frames, sound and reports away, and says when to come back. The network
/// thread of a call, the closed-loop tests and ns-3 drive the Receiver by it alike, each with a clock, a sink and a
/// timer of its own.
class ReceiveDriver {
 public:
  struct Outputs {
    std::function<void(ReceivedFrame&&)> on_frame;
    /// To call run() at that time, instead of the one that was set before.
    std::function<void(LocalTime)> set_alarm;
    std::function<void(const ReceivedSound&)> on_sound{};  ///< empty: nobody listens
  };

  /// Receiver and sink must outlive it.
  ReceiveDriver(Receiver& receiver, DatagramSink& sink, Outputs outputs)
      : receiver_(receiver), sink_(sink), outputs_(std::move(outputs)) {}

  /// To be called after any input to the receiver, and when the alarm goes off. Reports go to `peer`; null: there is
  /// none, so that nothing is due either. Returns how many went.
  std::size_t run(const Route* peer, LocalTime now);

 private:
  Receiver& receiver_;
  DatagramSink& sink_;
  Outputs outputs_;
};

}  // namespace evenkeel
