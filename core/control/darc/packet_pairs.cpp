#include "core/control/darc/packet_pairs.h"

#include <algorithm>

namespace evenkeel::darc {
namespace {

constexpr double arrival_resolution = 1.0 / 1024;  // s: of arrivals in reports (RFC 8888)
constexpr double most_spread = 0.25;               // of the quartiles, of the median

}  // namespace

void PacketPairs::on_result(const PacketResult& packet, LocalTime now) {
  if (packet.late) return;
  const auto before = previous_;
  previous_.reset();
  if (packet.sound || !packet.received || !packet.arrival) return;
  previous_ = packet;
  if (!before || before->sequence + 1 != packet.sequence || packet.sent - before->sent > together) return;
  const double seconds = to_seconds(*packet.arrival - *before->arrival);
  if (seconds < 0) {  // no queue does that: on this path the spacing of packets does not show the bottleneck
    size_ = 0;
    return;
  }
  pairs_[next_ % count] = {now, static_cast<double>(packet.size.bits()), seconds};
  ++next_;
  size_ = std::min(size_ + 1, count);
}

// Arrivals are rounded, so that single rates are of little use: the spread is that of times per bit, from which the
// rounding of both arrivals is taken, and the rate is that of the middle half of the pairs together.
std::optional<DataRate> PacketPairs::rate(LocalTime now) const {
  if (size_ < count || now - pairs_[(next_ - 1) % count].time > freshness) return std::nullopt;
  auto sorted = pairs_;
  const auto per_bit = [](const Pair& pair) { return pair.seconds / pair.bits; };
  std::sort(sorted.begin(), sorted.end(), [&](const Pair& a, const Pair& b) { return per_bit(a) < per_bit(b); });
  double bits = 0;
  double seconds = 0;
  for (std::size_t i = count / 4; i < count - count / 4; ++i) {
    bits += sorted[i].bits;
    seconds += sorted[i].seconds;
  }
  if (seconds <= arrival_resolution * count / 2) return std::nullopt;  // too fast a link for clocks this coarse
  const double median = seconds / bits;
  const Pair& high = sorted[count - count / 4 - 1];
  const double spread = per_bit(high) - per_bit(sorted[count / 4]) - 2 * arrival_resolution / high.bits;
  if (spread > most_spread * median) return std::nullopt;
  return bits_per_second(1 / median);
}

std::optional<DataRate> PacketPairs::newest() const {
  if (size_ < 3) return std::nullopt;
  std::array<double, 3> times{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Pair& pair = pairs_[(next_ - 1 - i) % count];
    times[i] = pair.seconds / pair.bits;
  }
  std::nth_element(times.begin(), times.begin() + 1, times.end());
  return times[1] > 0 ? bits_per_second(1 / times[1]) : DataRate::unlimited();
}

int PacketPairs::since(LocalTime time) const {
  return static_cast<int>(std::count_if(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(size_),
                                        [&](const Pair& pair) { return pair.time >= time; }));
}

}  // namespace evenkeel::darc
