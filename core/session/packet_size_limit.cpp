#include "core/session/packet_size_limit.h"

#include <algorithm>

namespace evenkeel {
namespace {

// Repair packets are so much larger than what they mend.
constexpr std::size_t slack = 16;

// Ten in a row are not lost by chance where nine in ten of the others arrive. A queue that is full for a moment drops
// large packets rather than small ones, but not all of them for so long.
constexpr int least_lost = 10;
constexpr Duration least_span = 250ms;
constexpr int least_arrived = 5;
constexpr int arrived_per_lost = 9;

constexpr Duration between_probes = 20ms;

}  // namespace

struct PacketSizeLimit::Verdict {
  int lost = 0;                // above the largest that arrived
  std::size_t smallest = 0;    // of these
  LocalTime first{}, last{};   // when they were sent
  int arrived = 0, small = 0;  // of those that are no larger, since the first: those that arrived, and the others

  bool is_black_hole() const {
    return lost >= least_lost && last - first >= least_span && arrived >= least_arrived &&
           arrived >= arrived_per_lost * small;
  }
};

void PacketSizeLimit::start(DataSize around, LocalTime) {
  around_ = around;
  limit_ = usual_;
  count_ = 0;
  next_probe_.reset();
  probes_left_ = 0;
}

bool PacketSizeLimit::on_results(std::span<const PacketResult> packets, LocalTime now) {
  bool lost = false;
  std::size_t arrived = 0;
  for (const PacketResult& packet : packets) {
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>((packet.size - around_).bytes(), 0));
    fates_[count_++ % remembered] = {size, packet.sent, packet.received};
    if (packet.received) arrived = std::max(arrived, size);
    lost |= !packet.received;
  }
  if (raise_to(arrived, now)) return true;
  if (!lost) return false;
  const Verdict verdict = judge();
  return verdict.is_black_hole() && lower_below(verdict.smallest, now);
}

bool PacketSizeLimit::on_refused(std::size_t size, LocalTime now) { return lower_below(size, now); }

std::size_t PacketSizeLimit::oldest() const {
  const LocalTime newest = at(count_ - 1).sent;
  std::size_t from = count_ > remembered ? count_ - remembered : 0;
  while (from < count_ && at(from).sent < newest - recent) ++from;
  return from;
}

std::size_t PacketSizeLimit::largest_arrived(std::size_t from) const {
  std::size_t largest = 0;
  for (std::size_t i = from; i < count_; ++i) {
    if (at(i).received) largest = std::max(largest, at(i).size);
  }
  return largest;
}

PacketSizeLimit::Verdict PacketSizeLimit::judge() const {
  const std::size_t from = oldest();
  const std::size_t largest = largest_arrived(from);
  Verdict verdict;
  for (std::size_t i = from; i < count_; ++i) {
    const Fate& fate = at(i);
    if (fate.size > largest) {
      if (verdict.lost++ == 0) verdict.first = verdict.last = fate.sent;
      verdict.last = std::max(verdict.last, fate.sent);
      verdict.smallest = verdict.smallest == 0 ? fate.size : std::min(verdict.smallest, fate.size);
    } else if (verdict.lost > 0) {
      ++(fate.received ? verdict.arrived : verdict.small);
    }
  }
  return verdict;
}

// To the largest step of which all packets are smaller than one that was lost. What left before the limit fell, and is
// larger, says nothing of those that leave since.
bool PacketSizeLimit::lower_below(std::size_t lost, LocalTime now) {
  if (lost > limit_ + slack) return false;
  const auto step = std::ranges::find_if(steps, [&](std::size_t s) { return s < limit_ && s + slack < lost; });
  if (step == steps.end()) return false;
  limit_ = *step;
  count_ = 0;
  schedule_probe(now);
  return true;
}

// What was sent before the limit fell counts as well, where it came after all.
bool PacketSizeLimit::raise_to(std::size_t arrived, LocalTime now) {
  if (!is_lowered() || arrived <= limit_ + slack) return false;
  limit_ = arrived >= usual_ ? usual_ : std::min(next_larger(), arrived);
  count_ = 0;
  next_probe_.reset();
  if (is_lowered()) schedule_probe(now);
  return true;
}

std::size_t PacketSizeLimit::next_larger() const {
  std::size_t larger = usual_;
  for (const std::size_t step : steps) {
    if (step > limit_) larger = std::min(larger, step);
  }
  return larger;
}

void PacketSizeLimit::schedule_probe(LocalTime now) {
  next_probe_ = now + probe_interval;
  probes_left_ = probes;
}

std::optional<LocalTime> PacketSizeLimit::next_probe() const { return next_probe_; }

// A packet above all that a packet of the next limit can have: those of repair included.
std::optional<std::size_t> PacketSizeLimit::take_probe(LocalTime now) {
  if (!next_probe_ || now < *next_probe_) return std::nullopt;
  const std::size_t larger = next_larger();
  const std::size_t size = larger == usual_ ? usual_ : larger + slack;
  if (--probes_left_ > 0) {
    next_probe_ = now + between_probes;
  } else {
    schedule_probe(now);
  }
  return size;
}

}  // namespace evenkeel
