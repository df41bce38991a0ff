#pragma once

#include <ns3/socket.h>

#include <memory>
#include <vector>

#include "app/lab/closed_loop/frame_source.h"
#include "app/lab/plan/flow_plan.h"
#include "app/lab/sim/network/sim_time.h"
#include "core/session/drivers.h"

namespace evenkeel::sim {

/// Reads datagrams of an ns-3 socket as contiguous bytes, valid until the next call.
class DatagramReader {
 public:
  /// Returns nullopt if no datagram is waiting.
  std::optional<std::span<const std::uint8_t>> next(ns3::Socket& socket);

 private:
  std::vector<std::uint8_t> buffer_;
};

/// An ns-3 socket as a DatagramSink. It accepts every datagram; the device drops those it has no room for.
class SocketSink final : public DatagramSink {
 public:
  explicit SocketSink(ns3::Ptr<ns3::Socket> socket) : socket_(socket) {}
  bool send(Datagram datagram, const Route& to, std::uint8_t ecn) override;

 private:
  ns3::Ptr<ns3::Socket> socket_;
};

/// The sending half of a call on an ns-3 socket: moves datagrams and frames, and comes back at next_wake(). Everything
/// else is in core.
class MediaSender {
 public:
  MediaSender(const lab::MediaPlan& plan, std::uint32_t ssrc, std::uint64_t seed, ns3::Ptr<ns3::Socket> socket);

  void start();
  void stop();
  Sender& sender() { return sender_; }

 private:
  void drive();
  bool step(LocalTime t);
  DataRate max_usable() const;
  void on_readable(ns3::Ptr<ns3::Socket>);

  lab::MediaPlan plan_;
  std::uint64_t seed_;
  ns3::Ptr<ns3::Socket> socket_;
  SocketSink sink_;
  Sender sender_;
  SendDriver driver_;
  std::unique_ptr<FrameSource> source_;
  std::optional<SourceFeed> feed_;
  std::uint64_t starts_ = 0;
  DatagramReader reader_;
  RtcpCompound rtcp_;
  Alarm alarm_;
};

/// The receiving half of a call. Its clock runs too fast by the fraction `skew`.
class MediaReceiver {
 public:
  MediaReceiver(std::uint32_t ssrc, double skew, ns3::Ptr<ns3::Socket> socket);

  /// Starts sending greetings and reports.
  void start() { drive(); }
  Receiver& receiver() { return receiver_; }
  void sample(Sample& row) { receiver_.sample(clock(), row); }

 private:
  void drive();
  void on_readable(ns3::Ptr<ns3::Socket>);
  void on_datagram(std::span<const std::uint8_t> datagram, LocalTime t);
  LocalTime clock() const;
  LocalTime simulated(LocalTime clock) const;

  double skew_;
  ns3::Ptr<ns3::Socket> socket_;
  SocketSink sink_;
  Receiver receiver_;
  Alarm alarm_;
  ReceiveDriver driver_;
  DatagramReader reader_;
  RtcpCompound rtcp_;
};

}  // namespace evenkeel::sim
