#include "core/session/retransmission_send_stream.h"

#include <algorithm>
#include <utility>

#include "core/rtp/retransmission_packet.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

constexpr std::size_t most_padding = 255;  // the last byte counts it (RFC 3550, section 5.1)
constexpr Duration measured_over = 500ms;  // RetransmissionHistory::recently_answered()

}  // namespace

RetransmissionSendStream::RetransmissionSendStream(const RtpSendStreamConfig& config,
                                                   const SendTransportConfig& transport_config,
                                                   SendTransport& transport)
    : transport_(transport),
      rtp_(config),
      index_(transport.add_stream(rtp_)),
      history_({transport_config.max_packet_size, transport_config.ip_overhead}),
      packet_limit_(transport_config.max_packet_size) {}

void RetransmissionSendStream::on_video_left(std::uint16_t number, std::span<const std::uint8_t> packet,
                                             LocalTime now) {
  rtp_.follow_frame(rtp_timestamp(packet));
  if (!enabled_) return;
  history_.on_sent(number, packet, now);
  if (!largest_ || packet.size() >= largest_->size) largest_ = {number, packet.size()};
}

bool RetransmissionSendStream::has_size_probe(std::size_t size) const {
  return largest_ && largest_->size + original_number_size + most_padding >= size;
}

void RetransmissionSendStream::push_size_probe(std::size_t size, LocalTime now) {
  const auto original = history_.original(std::exchange(largest_, std::nullopt).value_or(Original()).number);
  PacketPool& pool = transport_.pool();
  const std::uint32_t slot = pool.acquire();
  const auto out = pool.memory(slot);
  const std::size_t written = write_retransmission(original, rtp_.ssrc(), transport_.format().retransmission, out);
  if (written == 0 || written >= size || size - written > most_padding) return pool.release(slot);
  out[0] |= rtp_padding_bit;
  std::ranges::fill(out.subspan(written, size - written), std::uint8_t{0});
  out[size - 1] = static_cast<std::uint8_t>(size - written);
  transport_.push_size_probe(slot, size, index_, now);
}

RetransmissionAnswer::Kind RetransmissionSendStream::on_request(std::uint16_t number, LocalTime now) {
  if (!enabled_ || !transport_.accepts_media()) return RetransmissionAnswer::Kind::unknown;
  history_.set_rate(transport_.rate());
  if (const auto rtt = transport_.path().round_trip_time().smoothed()) history_.set_round_trip_time(*rtt);
  const RetransmissionAnswer answer = history_.on_request(number, now);
  if (answer.packet.size() > packet_limit_) return RetransmissionAnswer::Kind::too_old;  // it was lost for its size
  if (!answer.packet.empty()) push(answer.packet, now);
  return answer.kind;
}

void RetransmissionSendStream::poll(LocalTime now) {
  for (auto copy = history_.poll(now); !copy.empty(); copy = history_.poll(now)) {
    if (transport_.accepts_media() && copy.size() <= packet_limit_) push(copy, now);
  }
}

void RetransmissionSendStream::push(std::span<const std::uint8_t> original, LocalTime now) {
  PacketPool& pool = transport_.pool();
  const std::uint32_t slot = pool.acquire();
  const std::size_t size =
      write_retransmission(original, rtp_.ssrc(), transport_.format().retransmission, pool.memory(slot));
  if (size == 0) return pool.release(slot);
  transport_.push_written(slot, size, index_, PacketClass::retransmission, now);
}

DataRate RetransmissionSendStream::rate(LocalTime now) { return history_.recently_answered(now) / measured_over; }

}  // namespace evenkeel
