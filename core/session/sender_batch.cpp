#include <algorithm>
#include <utility>

#include "core/rtp/ntp.h"
#include "core/rtp/payload_type.h"
#include "core/session/sender.h"

namespace evenkeel {
namespace {

constexpr Duration report_interval = 1s;
constexpr Duration refused_wait = 1ms;
constexpr Duration least_window_patience = 300ms;

std::uint16_t sequence_number_of(std::span<const std::uint8_t> rtp) {
  return static_cast<std::uint16_t>(rtp[2] << 8 | rtp[3]);
}

}  // namespace

std::size_t Sender::poll_batch(LocalTime now, std::span<std::span<const std::uint8_t>> out) {
  now_ = now;
  polled_ = Polled::nothing;
  if (!running_ || out.empty()) return 0;
  run_timers(now);
  if (blocked_until_ && now < *blocked_until_) return 0;
  blocked_until_.reset();
  if (now < next_report_) return poll_media(now, out);
  polled_ = Polled::rtcp;
  out[0] = write_sender_report(now);
  return 1;
}

// The send loop knows nothing of the window: what is beyond it is not confirmed, and so stays at the head.
std::size_t Sender::poll_media(LocalTime now, std::span<std::span<const std::uint8_t>> out) {
  if (window_is_full() && now < window_opens()) return 0;
  pad(now);
  const auto room = std::span(batch_).first(std::min(out.size(), batch_.size()));
  std::size_t count = send_loop_->poll_batch(now, room);
  if (count == 0 && second_of_pair_) count = take_second_of_pair(room);
  batch_size_ = within_window(room.first(count));
  for (std::size_t i = 0; i < batch_size_; ++i) out[i] = pool_.packet(batch_[i].slot);
  if (batch_size_ > 0) polled_ = Polled::media;
  return batch_size_;
}

std::size_t Sender::take_second_of_pair(std::span<PacketRef> room) {
  const auto head = send_loop_->head();
  if (head) room.front() = *head;
  return head ? 1 : 0;
}

// A packet has left: whether the next one is to follow at once. Where none waits, the pair waits as well.
void Sender::plan_pair(LocalTime now) {
  const bool was_second = std::exchange(second_of_pair_, false);
  if (was_second || !update_.pair_interval || now < next_pair_ || send_loop_->queued_packets() == 0) return;
  second_of_pair_ = true;
  next_pair_ = now + *update_.pair_interval;
}

bool Sender::window_is_full() const { return update_.window && path_.history().in_flight() >= *update_.window; }

// What is in flight may be what no report will ever tell of, all that did being lost: then one packet at a time goes
// out beyond the window, whose report settles the fate of those before it.
LocalTime Sender::window_opens() const {
  return last_media_sent_ +
         std::max<Duration>(2 * path_.round_trip_time().minimum().value_or(Duration::zero()), least_window_patience);
}

// How many of them may leave: each for which the window is not full after those before.
std::size_t Sender::within_window(std::span<const PacketRef> packets) const {
  if (!update_.window) return packets.size();
  if (window_is_full()) return std::min<std::size_t>(packets.size(), 1);
  DataSize in_flight = path_.history().in_flight();
  std::size_t count = 0;
  for (; count < packets.size() && in_flight < *update_.window; ++count) in_flight += packets[count].size;
  return count;
}

void Sender::on_batch_sent(std::size_t count, LocalTime now) {
  now_ = now;
  if (polled_ == Polled::rtcp && count > 0) {
    next_report_ += report_interval;
    if (next_report_ <= now) next_report_ = now + report_interval;  // what was slept through is not made up for
  }
  if (polled_ == Polled::media) {
    const auto sent = std::span(batch_).first(std::min(count, batch_size_));
    send_loop_->on_batch_sent(sent.size(), now);
    for (const PacketRef& packet : sent) on_media_sent(packet, now);
    if (!sent.empty()) plan_pair(now);
  }
  polled_ = Polled::nothing;
}

void Sender::on_media_sent(PacketRef packet, LocalTime now) {
  const auto datagram = pool_.packet(packet.slot);
  path_.on_sent(sequence_number_of(datagram), packet.size, now);
  const auto rtp = parse_rtp(datagram);
  const bool padding = rtp && rtp->header.payload_type == padding_payload_type;
  const SentPacket sent{path_.history().newest(), packet.size, now, padding};
  padding_.on_sent(sent);
  if (padding) count_padding(packet.size);
  controller_->on_sent(sent);
  sent_log_.on_sent(sent);
  circuit_breaker_.on_media_sent(now);
  ++packets_sent_;
  if (rtp) payload_bytes_sent_ += static_cast<std::uint32_t>(rtp->payload.size());
  wire_bytes_sent_ += packet.size.bytes();
  last_media_sent_ = now;
  last_media_size_ = packet.size;
  pool_.release(packet.slot);
}

void Sender::on_refused(LocalTime now) {
  now_ = now;
  blocked_until_ = now + refused_wait;
  polled_ = Polled::nothing;
}

LocalTime Sender::next_wake() const {
  if (!running_) return LocalTime::max();
  if (blocked_until_) return *blocked_until_;
  LocalTime wake = next_report_;
  if (const auto t = controller_->next_tick()) wake = std::min(wake, *t);
  if (const auto t = circuit_breaker_.next_tick()) wake = std::min(wake, *t);
  if (const auto t = send_loop_->next_wake()) {
    wake = std::min(wake, window_is_full() ? std::max(*t, window_opens()) : *t);
  }
  if (const auto t = padding_due()) wake = std::min(wake, *t);
  if (second_of_pair_ && !window_is_full() && send_loop_->queued_packets() > 0) wake = std::min(wake, now_);
  return wake;
}

std::span<const std::uint8_t> Sender::write_sender_report(LocalTime now) {
  RtcpWriter writer(rtcp_buffer_);
  const SenderInfo info{to_ntp(now), rtp_timestamp(now), packets_sent_, payload_bytes_sent_};
  writer.sender_report(config_.ssrc, info, {});
  writer.source_description(config_.ssrc, config_.cname, config_.clock_id);
  return std::span(rtcp_buffer_).first(writer.size());
}

}  // namespace evenkeel
