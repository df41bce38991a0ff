#include "core/session/send_queue.h"

#include <algorithm>
#include <cstdlib>

namespace evenkeel {
namespace {

// Old sound is of no use to anybody, and neither is a repair of what was shown without it. Video is held back by the
// encoder, which leaves pictures out while 100 ms wait: its limit is for a rate that collapses under what waits.
constexpr std::array<ClassLimit, packet_classes> limits{{
    {bytes(32'000), 200ms},    // audio
    {bytes(256'000), 500ms},   // retransmission
    {bytes(256'000), 500ms},   // owed repair
    {bytes(16'000'000), 20s},  // video
    {bytes(256'000), 500ms},   // repair
    {bytes(64'000), 500ms},    // padding
}};

}  // namespace

ClassLimit SendQueue::limit_of(PacketClass kind) { return limits[static_cast<std::size_t>(kind)]; }

bool SendQueue::push(const OutgoingPacket& packet) {
  Class& to = classes_[static_cast<std::size_t>(packet.kind)];
  if (to.size + packet.wire > limit_of(packet.kind).size) return false;
  to.packets.push(packet);
  to.size += packet.wire;
  ++packets_;
  size_ += packet.wire;
  none_expires_until_ = std::min(none_expires_until_, packet.queued + limit_of(packet.kind).age);
  return true;
}

void SendQueue::offer(std::size_t count) {
  while (offered_.size() < count) offered_.push(take(first_waiting()));
}

OutgoingPacket SendQueue::pop() {
  if (packets_ == 0) std::abort();
  OutgoingPacket packet;
  if (offered_.empty()) {
    packet = take(first_waiting());
  } else {
    packet = offered_.front();
    offered_.pop();
  }
  --packets_;
  size_ -= packet.wire;
  return packet;
}

std::optional<OutgoingPacket> SendQueue::discard(PacketClass kind) {
  Class& from = classes_[static_cast<std::size_t>(kind)];
  if (from.packets.empty()) return std::nullopt;
  --packets_;
  size_ -= from.packets.front().wire;
  return take(from);
}

std::optional<OutgoingPacket> SendQueue::expire(LocalTime now) {
  if (now <= none_expires_until_) return std::nullopt;
  none_expires_until_ = LocalTime::max();
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    Class& c = classes_[i];
    if (c.packets.empty()) continue;
    const LocalTime until = c.packets.front().queued + limits[i].age;
    none_expires_until_ = std::min(none_expires_until_, until);
    if (now <= until) continue;
    --packets_;
    size_ -= c.packets.front().wire;
    return take(c);
  }
  return std::nullopt;
}

SendQueue::Class& SendQueue::first_waiting() {
  const auto waiting = std::ranges::find_if(classes_, [](const Class& c) { return !c.packets.empty(); });
  if (waiting == classes_.end()) std::abort();
  return *waiting;
}

OutgoingPacket SendQueue::take(Class& from) {
  const OutgoingPacket packet = from.packets.front();
  from.packets.pop();
  from.size -= packet.wire;
  return packet;
}

}  // namespace evenkeel
