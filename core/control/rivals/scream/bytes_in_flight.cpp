#include "core/control/rivals/scream/bytes_in_flight.h"

namespace evenkeel {
namespace {

// What another law has in flight at the start is really there, and the window waits for it, but for no longer than
// this: it may have been lost, and then no report will ever take it off the Sender's count.
constexpr Duration earlier_packets_patience = 500ms;
constexpr std::int64_t largest_surplus = 1'000'000'000;

}  // namespace

void ScreamBytesInFlight::start(LocalTime now) {
  acknowledged_ = written_off_ = sent_;
  count_of_sender_ = 0;
  surplus_is_ours_ = false;
  started_ = now;
}

void ScreamBytesInFlight::on_sent(const SentPacket& packet) {
  const std::int64_t size = std::max<std::int64_t>(packet.size.bytes(), 0);
  sent_ += size;
  count_of_sender_ += size;
  entries_[static_cast<std::size_t>(packet.sequence) % capacity] = {packet.sequence, sent_};
}

std::int64_t ScreamBytesInFlight::total_up_to(std::int64_t sequence) const {
  const Entry& entry = entries_[static_cast<std::size_t>(sequence) % capacity];
  return entry.sequence == sequence ? entry.total : 0;
}

DataSize ScreamBytesInFlight::on_feedback(const PathReport& report) {
  const std::int64_t before = acknowledged_;
  for (const PacketResult& p : report.packets) {
    if (p.received) acknowledged_ = std::max(acknowledged_, total_up_to(p.sequence));
  }
  count_of_sender_ = report.in_flight.bytes();
  // Once a packet of ours has arrived, those that were sent before it are no longer in flight by this definition.
  if (acknowledged_ > before || report.now >= started_ + earlier_packets_patience) surplus_is_ours_ = true;
  return bytes(acknowledged_ - before);
}

void ScreamBytesInFlight::write_off() {
  written_off_ = sent_;
  surplus_is_ours_ = true;
}

DataSize ScreamBytesInFlight::surplus() const {
  if (!surplus_is_ours_) return {};
  return bytes(std::clamp<std::int64_t>(count_of_sender_ - size().bytes(), 0, largest_surplus));
}

}  // namespace evenkeel
