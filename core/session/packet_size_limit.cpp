#include "core/session/packet_size_limit.h"

#include <algorithm>
#include <utility>

namespace evenkeel {
namespace {

// Ten in a row are not lost by chance where nine in ten of the others arrive. A queue that is full for a moment drops
// large packets rather than small ones, but not all of them for so long.
constexpr int least_lost = 10;
constexpr Duration least_span = 250ms;
constexpr int least_arrived = 5;
constexpr int arrived_per_lost = 9;

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

void PacketSizeLimit::start(DataSize around, bool probes) {
  around_ = around;
  searching_ = probes && steps.front() < usual_;
  limit_ = searching_ ? steps.front() : usual_;
  count_ = 0;
  probes_ = 0;
  interval_ = first_interval;
  next_probe_.reset();
}

bool PacketSizeLimit::on_results(std::span<const PacketResult> packets, LocalTime now) {
  bool lost = false;
  const bool searched = searching_;
  for (const PacketResult& packet : packets) {
    fates_[count_++ % remembered] = {size_of(packet), packet.sent, packet.received};
    lost |= !packet.received;
    searching_ = searching_ && !gives_up(packet);
  }
  if (lost) {
    const Verdict verdict = judge();
    if (verdict.is_black_hole() && lower_below(verdict.smallest, now)) return true;
  }
  return searched && !searching_;
}

// Of a probe that is lost no report may ever say so: it can be the first packet of its stream.
bool PacketSizeLimit::gives_up(const PacketResult& packet) const {
  return packet.received && probes_ >= least_probes && packet.sent > last_probe_ + reordered;
}

// A larger one than that of the next step may have left before the limit fell.
bool PacketSizeLimit::on_probes(std::span<const PacketResult> probes) {
  const auto passed = [&](const PacketResult& p) { return p.received && size_of(p) >= probe_size(); };
  if (!is_lowered() || std::ranges::none_of(probes, passed)) return false;
  limit_ = next_larger();
  count_ = 0;
  searching_ = false;
  if (!is_lowered()) next_probe_.reset();
  return true;
}

std::size_t PacketSizeLimit::size_of(const PacketResult& packet) const {
  return static_cast<std::size_t>(std::max<std::int64_t>((packet.size - around_).bytes(), 0));
}

bool PacketSizeLimit::on_refused(std::size_t size, LocalTime now) {
  if (size > limit_ + slack) return std::exchange(searching_, false);  // a probe
  return lower_below(size, now);
}

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
  searching_ = false;
  next_probe_ = now + interval_;
  return true;
}

std::size_t PacketSizeLimit::next_larger() const {
  std::size_t larger = usual_;
  for (const std::size_t step : steps) {
    if (step > limit_) larger = std::min(larger, step);
  }
  return larger;
}

void PacketSizeLimit::on_probe_queued(LocalTime now) {
  next_probe_ = now + interval_;
  interval_ = std::min<Duration>(2 * interval_, longest_interval);
}

void PacketSizeLimit::on_probe_left(LocalTime now) {
  if (probes_ < least_probes) last_probe_ = now;
  if (searching_) ++probes_;
}

}  // namespace evenkeel
