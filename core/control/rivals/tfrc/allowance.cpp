#include "core/control/rivals/tfrc/allowance.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr double used_fraction = 0.9;  // send loops may lag behind by a few per cent

}  // namespace

void TfrcAllowance::reset() {
  count_ = 0;
  sent_bytes_ = 0;
  allowed_bytes_ = 0;
  rate_ = DataRate();
  largest_packet_ = DataSize();
}

void TfrcAllowance::integrate(LocalTime now) {
  if (rate_ > DataRate()) allowed_bytes_ += rate_.bytes_per_second() * to_seconds(now - integrated_);
  integrated_ = now;
}

void TfrcAllowance::on_rate(DataRate allowed, LocalTime now) {
  integrate(now);
  rate_ = allowed;
}

void TfrcAllowance::on_sent(const SentPacket& packet) {
  integrate(packet.sent);
  sent_bytes_ += packet.size.bytes();
  largest_packet_ = std::max(largest_packet_, packet.size);
  entries_[count_++ % capacity] = {packet.sent, sent_bytes_, allowed_bytes_};
}

std::size_t TfrcAllowance::count_until(LocalTime time) const {
  std::size_t low = oldest();
  std::size_t high = count_;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (at(middle).sent <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Linear between the packets before and after; `next` is the first one sent after that time.
double TfrcAllowance::allowed_at(LocalTime time, std::size_t next) const {
  const Entry& after = at(next);
  if (next == 0) return after.allowed_bytes;
  const Entry& before = at(next - 1);
  const double share = to_seconds(time - before.sent) / to_seconds(after.sent - before.sent);
  return before.allowed_bytes + share * (after.allowed_bytes - before.allowed_bytes);
}

bool TfrcAllowance::data_limited(LocalTime from, LocalTime to) const {
  const std::size_t begin = count_until(from);
  const std::size_t end = count_until(to);
  if (begin >= end || (begin > 0 && begin == oldest())) return false;
  const Entry& last = at(end - 1);
  const std::int64_t before = begin > 0 ? at(begin - 1).sent_bytes : 0;
  const auto sent = static_cast<double>(last.sent_bytes - before + largest_packet_.bytes());
  return sent < used_fraction * (last.allowed_bytes - allowed_at(from, begin));
}

}  // namespace evenkeel
