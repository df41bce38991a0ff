#include "app/record/recording_queue.h"

#include <algorithm>

#include "app/record/ogg_opus.h"

namespace evenkeel {

void RecordingQueue::open() {
  if (!ring_) ring_ = std::make_unique<SpscRing<Packet>>(capacity);
  lost_before_ = ring_->dropped();
  recording_ = ++newest_;
}

void RecordingQueue::push(std::span<const std::uint8_t> payload, std::uint32_t rtp_timestamp, LocalTime time) {
  const std::uint32_t recording = recording_;
  if (recording == 0 || !is_plausible_opus(payload) || !samples_of_opus(payload)) return;
  // If the next recording begins just here, it counts from this packet, which it has not: a moment too early, no more.
  zero_.since(time);
  Packet packet;
  packet.recording = recording;
  packet.rtp_timestamp = rtp_timestamp;
  packet.time = time;
  packet.size = payload.size();
  std::ranges::copy(payload, packet.bytes.begin());
  ring_->push(packet);
}

std::optional<RecordingQueue::Packet> RecordingQueue::pop() {
  if (!ring_) return std::nullopt;
  auto packet = ring_->pop();
  while (packet && packet->recording != newest_) packet = ring_->pop();
  return packet;
}

}  // namespace evenkeel
