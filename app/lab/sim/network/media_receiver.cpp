#include <algorithm>

#include "app/lab/sim/network/media_ends.h"
#include "app/lab/sim/network/sim_time.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel::sim {
namespace {

ReceiverConfig config_of(std::uint32_t ssrc) {
  ReceiverConfig config;
  config.ssrc = ssrc;
  config.cname = "b";
  config.measures_round_trip = false;  // the flow's sender tells it
  return config;
}

}  // namespace

std::optional<std::span<const std::uint8_t>> DatagramReader::next(ns3::Socket& socket) {
  const auto packet = socket.Recv();
  if (!packet) return std::nullopt;
  buffer_.resize(packet->GetSize());
  packet->CopyData(buffer_.data(), packet->GetSize());
  return std::span<const std::uint8_t>(buffer_);
}

bool SocketSink::send(Datagram datagram, const Route&, std::uint8_t) {
  socket_->Send(ns3::Create<ns3::Packet>(datagram.data(), static_cast<std::uint32_t>(datagram.size())));
  return true;
}

MediaReceiver::MediaReceiver(std::uint32_t ssrc, double skew, ns3::Ptr<ns3::Socket> socket)
    : skew_(skew),
      socket_(socket),
      sink_(socket_),
      receiver_(config_of(ssrc), now()),
      alarm_([this] { drive(); }),
      driver_(receiver_, sink_,
              {[](ReceivedFrame&&) {}, [this](LocalTime t) { alarm_.set(simulated(std::max(t, clock() + 1us))); }}) {
  socket_->SetRecvCallback(ns3::MakeCallback(&MediaReceiver::on_readable, this));
}

void MediaReceiver::on_readable(ns3::Ptr<ns3::Socket>) {
  while (const auto datagram = reader_.next(*socket_)) on_datagram(*datagram, clock());
  drive();
}

void MediaReceiver::on_datagram(std::span<const std::uint8_t> datagram, LocalTime t) {
  if (!is_rtcp(datagram)) return receiver_.on_rtp(datagram, t, t);
  if (parse_rtcp(datagram, rtcp_)) receiver_.on_rtcp(rtcp_, t);
}

void MediaReceiver::drive() {
  const Route peer;
  driver_.run(&peer, clock());
}

LocalTime MediaReceiver::clock() const { return now() + from_seconds(skew_ * to_seconds(elapsed())); }

// Rounds up, so that the receiver's clock has reached the time when the event fires.
LocalTime MediaReceiver::simulated(LocalTime clock) const {
  if (skew_ == 0 || clock == LocalTime::max()) return clock;
  return epoch + from_seconds(to_seconds(clock - epoch) / (1 + skew_)) + 10ns;
}

}  // namespace evenkeel::sim
