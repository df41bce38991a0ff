// What a transport gives to the socket: its order, what has left, what pads, and when more is due.

#include <algorithm>
#include <utility>

#include "core/rtp/rtp_packet.h"
#include "core/session/send_transport.h"

namespace evenkeel {
namespace {

constexpr Duration refused_wait = 1ms;
constexpr std::size_t filling_size = 160;  // bytes of an RTP packet that stands for the picture

}  // namespace

std::size_t SendTransport::poll_batch(LocalTime now, std::span<Datagram> out) {
  now_ = now;
  polled_ = Polled::nothing;
  if (!running_ || out.empty()) return 0;
  run_timers(now);
  if (blocked_until_ && now < *blocked_until_) return 0;
  blocked_until_.reset();
  if (now < sender_reports_.next()) return poll_packets(now, out);
  polled_ = Polled::rtcp;
  out[0] = sender_reports_.write(streams_, config_.ip_overhead, now);
  return 1;
}

// The pacer knows nothing of the window: what is beyond it is not offered, and so stays at the head.
std::size_t SendTransport::poll_packets(LocalTime now, std::span<Datagram> out) {
  expire(now);
  if (const auto sound = sound_due(now); sound && *sound <= now) return give_out(1, out);
  if (window_.full(path_) && now < window_.opens(path_)) return 0;
  pad(now);
  std::size_t count = queue_.due(std::min(out.size(), PacedQueue::largest_batch), now);
  if (count == 0 && pairs_.second_follows() && !queue().empty()) count = 1;
  return give_out(window_.within(queue(), count, path_), out);
}

// Sound leaves as it comes, and what follows makes up for it: neither pacer nor window have it wait, since it is
// little. No further than two packets, one of which is a pair's: sound that is more than the rate would leave a debt
// without end.
std::optional<LocalTime> SendTransport::sound_due(LocalTime now) const {
  if (queue().empty() || queue()[0].kind != PacketClass::audio) return std::nullopt;
  const DataRate rate = pacer().rate();
  if (rate <= bits_per_second(1)) return std::nullopt;
  const double most_owed = 2 * static_cast<double>(on_wire(config_.max_packet_size).bytes());
  const double beyond = -pacer().mismatch_bytes(now) - most_owed;
  return beyond <= 0 ? now : now + from_seconds(beyond / rate.bytes_per_second());
}

std::size_t SendTransport::give_out(std::size_t count, std::span<Datagram> out) {
  if (count == 0) return 0;
  offer(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = pool_.packet(queue()[i].slot);
  polled_ = Polled::media;
  polled_count_ = count;
  return count;
}

// What was offered before and refused has its number already.
void SendTransport::offer(std::size_t count) {
  const std::size_t before = queue().offered();
  queue_.offer(count);
  for (std::size_t i = before; i < count; ++i) {
    const OutgoingPacket& packet = queue()[i];
    const auto bytes = pool_.packet(packet.slot);
    streams_[packet.stream]->number(bytes);
    const std::uint8_t id = format_.transport_wide_id;
    if (id != 0 && write_transport_wide_number(bytes, id, next_wide_number_)) ++next_wide_number_;
  }
}

void SendTransport::on_batch_sent(std::size_t count, LocalTime now) {
  now_ = now;
  if (polled_ == Polled::rtcp && count > 0) sender_reports_.on_sent(now);
  if (polled_ == Polled::media) {
    count = std::min(count, polled_count_);
    for (std::size_t i = 0; i < count; ++i) {
      stuck_.on_taken(pool_.packet(queue()[0].slot).size());
      on_packet_sent(now);
    }
  }
  refused_media_ = polled_ == Polled::media;
  polled_ = Polled::nothing;
}

SentPacket SendTransport::facts_of(const OutgoingPacket& packet, LocalTime now) {
  SentPacket facts;
  facts.size = packet.wire;
  facts.sent = now;
  facts.padding = packet.kind == PacketClass::padding;
  facts.sound = packet.kind == PacketClass::audio;
  facts.size_probe = packet.size_probe;
  facts.wide_number = read_transport_wide_number(pool_.packet(packet.slot), format_.transport_wide_id);
  facts.app_limited = queue().packets() == queue().packets(PacketClass::padding);
  return facts;
}

void SendTransport::count_sent(const SentPacket& packet) {
  ++counters_.packets_sent;
  counters_.wire_bytes_sent += packet.size.bytes();
  if (packet.sound) {
    ++counters_.sound_packets;
    counters_.sound_bytes += packet.size.bytes();
  }
  if (packet.padding) {
    ++counters_.padding_packets;
    counters_.padding_bytes += packet.size.bytes();
  }
}

void SendTransport::on_packet_sent(LocalTime now) {
  const OutgoingPacket packet = queue_.on_sent(now);
  RtpSendStream& stream = *streams_[packet.stream];
  const SentPacket facts = facts_of(packet, now);
  // What no feedback will tell of would stay in flight, and then be taken for lost.
  if (!facts.sound || format_.feedback_of_sound) {
    SentPacket sent = path_.on_sent(stream.ssrc(), rtp_sequence_number(pool_.packet(packet.slot)), facts);
    if (padding_.fills()) sent.padding = false;  // it stands for the picture
    sent_log_.on_sent(sent);
    if (!sent.size_probe) {
      padding_.on_sent(sent);
      controller_->on_sent(sent);
      shadows_.on_sent(sent);
    }
  }
  circuit_breaker_.on_media_sent(now);
  stream.on_sent(packet.payload);
  count_sent(facts);
  window_.on_sent(now);
  if (facts.sound) {
    last_size_ += packet.wire;  // between two frames, it takes of the idle time what it takes of the rate
  } else {
    last_sent_ = now;
    last_size_ = packet.wire;
    const bool more_waits = queue().packets() > queue().packets(PacketClass::audio);
    pairs_.on_sent(update_.pair_interval, more_waits, now);
  }
  left_.push_back(packet);
}

void SendTransport::on_refused(LocalTime now) {
  now_ = now;
  blocked_until_ = now + refused_wait;
  const bool media = std::exchange(refused_media_, false) || polled_ == Polled::media;
  polled_ = Polled::nothing;
  if (!media || queue().offered() == 0) return;
  if (!stuck_.on_refused(pool_.packet(queue()[0].slot).size(), now)) return;
  on_packet_sent(now);  // as on any network: the peer's reports tell that it is lost
  ++counters_.packets_given_up;
  blocked_until_ = now;
}

LocalTime SendTransport::next_wake() const {
  if (!running_) return LocalTime::max();
  if (blocked_until_) return *blocked_until_;
  LocalTime wake = sender_reports_.next();
  if (const auto t = controller_->next_tick()) wake = std::min(wake, *t);
  if (const auto t = circuit_breaker_.next_tick()) wake = std::min(wake, *t);
  if (const auto t = queue_.next_wake()) {
    wake = std::min(wake, window_.full(path_) ? std::max(*t, window_.opens(path_)) : *t);
  }
  if (const auto t = sound_due(now_)) wake = std::min(wake, *t);
  if (const auto t = padding_due()) wake = std::min(wake, *t);
  if (pairs_.second_follows() && !window_.full(path_) && !queue().empty()) wake = std::min(wake, now_);
  return wake;
}

bool SendTransport::may_fill() const {
  return running_ && !streams_.empty() && queue().empty() && !window_.full(path_) &&
         circuit_breaker_.state() == CircuitBreaker::State::closed;
}

std::optional<LocalTime> SendTransport::padding_due() const {
  if (may_fill()) return padding_.due();
  return streams_.empty() || !queue().empty() ? std::nullopt : circuit_breaker_.probe_due();
}

// What padding by the P bit can hold is little.
std::size_t SendTransport::padding_size() const {
  if (format_.padding != 0) return padding_limit_;
  const std::size_t headers = rtp_header_size({}) + (format_.transport_wide_id != 0 ? 8 : 0);
  return std::min(config_.max_packet_size, headers + max_rtp_padding);
}

// One at a time: a frame that comes waits for no more than that.
void SendTransport::pad(LocalTime now) {
  const auto due = padding_due();
  if (!due || now < *due) return;
  const std::uint32_t slot = pool_.acquire();
  const std::size_t most = padding_.fills() ? std::min(padding_size(), filling_size) : padding_size();
  const std::size_t size = streams_[padding_stream_]->write_padding(most, pool_.memory(slot));
  push_written(slot, size, padding_stream_, PacketClass::padding, now);
}

}  // namespace evenkeel
