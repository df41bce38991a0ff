#include "core/session/rtp_send_stream.h"

#include <algorithm>

#include "core/rtp/rtp_packet.h"

namespace evenkeel {

std::int64_t RtpSendStream::ticks_in(Duration time) const {
  const std::int64_t us = time.count() / 1000;
  const std::int64_t per_ms = config_.clock_rate / 1000;
  return us / 1000 * per_ms + us % 1000 * per_ms / 1000;
}

std::uint32_t RtpSendStream::timestamp(LocalTime t) const {
  const Anchor anchor = anchor_.value_or(Anchor{LocalTime{}, config_.first_timestamp});
  return anchor.timestamp + static_cast<std::uint32_t>(ticks_in(t - anchor.captured));
}

std::uint32_t RtpSendStream::begin_counted(std::int64_t ticks, LocalTime captured) {
  latest_timestamp_ = config_.first_timestamp + static_cast<std::uint32_t>(ticks);
  anchor_ = {captured, latest_timestamp_};
  return latest_timestamp_;
}

std::size_t RtpSendStream::write_header(std::uint8_t payload_type, std::span<std::uint8_t> out) const {
  const RtpExtension number{format_.transport_wide_id, transport_wide_number_to_come};
  const std::span<const RtpExtension> extensions(&number, format_.transport_wide_id == 0 ? 0 : 1);
  return write_rtp_header({false, payload_type, 0, latest_timestamp_, config_.ssrc}, extensions, out);
}

std::size_t RtpSendStream::write_padding(std::size_t size, std::span<std::uint8_t> out) const {
  if (out.size() < size) return 0;
  if (format_.padding == 0) return write_padding_bit(size, out);
  const auto packet = out.first(size);
  const std::size_t header = write_header(format_.padding, packet);
  if (header == 0) return 0;
  std::ranges::fill(packet.subspan(header), std::uint8_t{0});
  return size;
}

std::size_t RtpSendStream::write_padding_bit(std::size_t size, std::span<std::uint8_t> out) const {
  const std::size_t header = write_header(format_.*config_.payload_type, out);
  if (header == 0 || header >= size) return 0;
  const std::size_t padding = std::min(size - header, max_rtp_padding);
  out[0] |= rtp_padding_bit;
  std::ranges::fill(out.subspan(header, padding), std::uint8_t{0});
  out[header + padding - 1] = static_cast<std::uint8_t>(padding);
  return header + padding;
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

std::optional<ReportAnswer> RtpSendStream::answer(const ReportBlock& block, LocalTime arrival) const {
  constexpr std::uint32_t longest = 300u << 16;
  if (block.last_sr == 0) return std::nullopt;
  const std::uint32_t age = config_.ntp_clock.write_middle(arrival) - block.last_sr;
  if (age > longest || block.delay_since_last_sr > age) return std::nullopt;
  const Duration round_trip = from_ntp_units(age - block.delay_since_last_sr);
  return ReportAnswer{arrival - from_ntp_units(age), round_trip};
}

}  // namespace evenkeel
