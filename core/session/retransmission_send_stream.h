#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/session/retransmission_history.h"
#include "core/session/rtp_send_stream.h"
#include "core/session/send_transport.h"

namespace evenkeel {

/// The stream in which lost packets of video are sent again (RFC 4588), before all other video.
class RetransmissionSendStream {
 public:
  /// The transport must outlive it.
  RetransmissionSendStream(const RtpSendStreamConfig& config, const SendTransportConfig& transport_config,
                           SendTransport& transport);

  void start() {
    history_.start();
    largest_.reset();
  }
  void set_enabled(bool on) { enabled_ = on; }
  void set_alone(bool alone) { history_.set_alone(alone); }
  /// Of the rate, that may be sent again.
  void set_share(double share) { history_.set_share(share); }

  /// Of packets that may be sent again: those above it would not arrive.
  void limit_packet_size(std::size_t size) { packet_limit_ = size; }

  /// A packet of video left.
  void on_video_left(std::uint16_t number, std::span<const std::uint8_t> packet, LocalTime now);
  /// The peer asks for a packet.
  RetransmissionAnswer::Kind on_request(std::uint16_t number, LocalTime now);
  void set_ip_overhead(DataSize overhead) { history_.set_ip_overhead(overhead); }
  /// Probes of the packet size for peers without packets of padding: the largest packet of video since the last one,
  /// once more and padded. Whether one of `size` bytes can be made:
  bool has_size_probe(std::size_t size) const;
  void push_size_probe(std::size_t size, LocalTime now);
  /// A packet of ours left.
  void on_left(DataSize wire) {
    ++packets_;
    bytes_ += wire.bytes();
  }
  /// Queues what has become due. To be called before the transport is polled.
  void poll(LocalTime now);
  std::optional<LocalTime> next_wake() const { return history_.next_wake(); }

  /// What it takes of the rate.
  DataRate rate(LocalTime now);

  std::uint16_t stream() const { return index_; }
  const RtpSendStream& rtp() const { return rtp_; }
  const RetransmissionStats& stats() const { return history_.stats(); }
  std::int64_t packets() const { return packets_; }
  std::int64_t bytes_on_wire() const { return bytes_; }

 private:
  void push(std::span<const std::uint8_t> original, LocalTime now);

  SendTransport& transport_;
  RtpSendStream rtp_;
  std::uint16_t index_;  // in the transport
  RetransmissionHistory history_;
  bool enabled_ = false;
  std::size_t packet_limit_;
  struct Original {
    std::uint16_t number = 0;
    std::size_t size = 0;
  };
  std::optional<Original> largest_;  // since the last probe
  std::int64_t packets_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace evenkeel
