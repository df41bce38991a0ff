#include "core/session/rtp_send_stream.h"

#include <algorithm>

#include "core/rtp/rtp_packet.h"

namespace evenkeel {

std::uint32_t RtpSendStream::timestamp(LocalTime t) const {
  const std::int64_t us = t.time_since_epoch().count() / 1000;
  const std::int64_t per_ms = config_.clock_rate / 1000;
  const std::int64_t ticks = us / 1000 * per_ms + us % 1000 * per_ms / 1000;
  return config_.first_timestamp + static_cast<std::uint32_t>(ticks);
}

std::size_t RtpSendStream::write_header(std::uint8_t payload_type, std::span<std::uint8_t> out) const {
  return write_rtp_header({false, payload_type, 0, latest_timestamp_, config_.ssrc}, {}, out);
}

std::size_t RtpSendStream::write_padding(std::size_t size, std::span<std::uint8_t> out) const {
  if (out.size() < size) return 0;
  const auto packet = out.first(size);
  const std::size_t header = write_header(padding_payload_type, packet);
  if (header == 0) return 0;
  std::ranges::fill(packet.subspan(header), std::uint8_t{0});
  return size;
}

void RtpSendStream::number(std::span<std::uint8_t> packet) {
  packet[2] = static_cast<std::uint8_t>(next_number_ >> 8);
  packet[3] = static_cast<std::uint8_t>(next_number_);
  ++next_number_;
}

void RtpSendStream::on_sent(DataSize payload) {
  ++packets_sent_;
  payload_bytes_sent_ += static_cast<std::uint32_t>(payload.bytes());
}

SenderInfo RtpSendStream::report(LocalTime now) const {
  return {ntp(now), timestamp(now), packets_sent_, payload_bytes_sent_};
}

}  // namespace evenkeel
