#include "core/control/gcc/robust_throughput.h"

#include <algorithm>

namespace evenkeel::gcc {
namespace {

constexpr std::size_t packets_to_start = 10;
constexpr std::size_t least_packets = 20;
constexpr std::size_t most_packets = 2000;  // bounds the work per report at rates far beyond those of calls
constexpr Duration window = 1s;
constexpr Duration longest_window = 5s;
constexpr Duration least_span = 1ms;  // what arrived at one instant, as far as the peer can tell

}  // namespace

void RobustThroughput::restart(LocalTime sent_from) {
  while (!packets_.empty()) packets_.pop();
  sent_from_ = sent_from;
}

void RobustThroughput::add(const PacketResult& packet) {
  if (!packet.received || !packet.arrival || packet.sent < sent_from_) return;
  const RemoteTime arrival = *packet.arrival;
  const bool leap = arrival > newest_ + longest_window || arrival < newest_ - longest_window;
  if (leap) restart(sent_from_);  // a pause, or the peer's clock was set
  newest_ = packets_.empty() ? arrival : std::max(newest_, arrival);
  packets_.push({packet.sent, arrival, packet.size});
  trim();
}

void RobustThroughput::trim() {
  while (packets_.size() > most_packets) packets_.pop();
  while (newest_ - packets_.front().arrival > longest_window) packets_.pop();
  while (packets_.size() > least_packets && newest_ - packets_[1].arrival >= window) packets_.pop();
}

std::optional<DataRate> RobustThroughput::estimate() const {
  if (packets_.size() < packets_to_start) return std::nullopt;
  DataSize sum;
  LocalTime last_sent = packets_.front().sent;
  for (std::size_t i = 1; i < packets_.size(); ++i) {
    sum += packets_[i].size;
    last_sent = std::max(last_sent, packets_[i].sent);
  }
  const Duration sending = std::max(last_sent - packets_.front().sent, least_span);
  return std::min(sum / sending, sum / std::max(arrival_span(), least_span));
}

Duration RobustThroughput::arrival_span() const {
  RemoteTime last = packets_.front().arrival;
  Duration longest{};
  Duration second{};
  for (std::size_t i = 1; i < packets_.size(); ++i) {
    const Duration gap = packets_[i].arrival - last;
    if (gap <= Duration::zero()) continue;  // reordered
    last = packets_[i].arrival;
    second = std::max(second, std::min(gap, longest));
    longest = std::max(longest, gap);
  }
  return last - packets_.front().arrival - longest + second;
}

}  // namespace evenkeel::gcc
