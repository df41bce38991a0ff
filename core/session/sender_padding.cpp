#include "core/session/sender.h"

namespace evenkeel {

// Nothing that carries nothing where anything else waits, or where less is to be sent.
bool Sender::may_pad() const {
  return send_loop_->queued_packets() == 0 && !window_is_full() &&
         circuit_breaker_.state() == CircuitBreaker::State::closed;
}

std::optional<LocalTime> Sender::padding_due() const { return may_pad() ? padding_.due() : std::nullopt; }

// One at a time: a frame that comes waits for no more than that.
void Sender::pad(LocalTime now) {
  const auto due = padding_due();
  if (!due || now < *due) return;
  const std::uint32_t slot = pool_.acquire();
  const std::size_t size = packetizer_.padding(pool_.memory(slot));
  if (size == 0) return pool_.release(slot);
  pool_.set_size(slot, size);
  send_loop_->enqueue({on_wire(size), slot}, now);
}

void Sender::count_padding(DataSize size) {
  ++padding_packets_sent_;
  padding_bytes_sent_ += size.bytes();
}

DataSize Sender::on_wire(std::size_t rtp_size) const {
  return bytes(static_cast<std::int64_t>(rtp_size)) + config_.ip_overhead;
}

}  // namespace evenkeel
