#include "core/pacing/rfc3448.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr double longest_interval = 86400;  // s; keeps the arithmetic finite at rates near zero

AlgorithmInfo info_of(Rfc3448Variant variant) {
  switch (variant) {
    case Rfc3448Variant::paper:
      return {"rfc3448", "RFC 3448 without bursts, as in the RMC paper: counts from actual send times"};
    case Rfc3448Variant::burst:
      return {"rfc3448-burst", "RFC 3448 with bursts, as in the RMC paper: counts from actual send times"};
    case Rfc3448Variant::nominal:
      return {"rfc3448-nominal", "RFC 3448 and RFC 5348 as written: counts from nominal send times"};
  }
  return {};
}

}  // namespace

void Rfc3448Parameters::visit(ParameterVisitor& visitor) {
  visitor.visit(
      {"t_g", "t_g", "", 1e-6, 0.1, "timer granularity: length of a burst, and twice how early a packet may go"}, t_g);
}

Rfc3448::Rfc3448(Rfc3448Variant variant, const Rfc3448Parameters& parameters)
    : Pacer(info_of(variant)), variant_(variant), parameters_(parameters) {}

void Rfc3448::on_queue(std::optional<DataSize> head, LocalTime now) {
  waiting_ = head.has_value();
  if (!head) {
    burst_left_ = 0;
    return;
  }
  mismatch_.advance(now);
  mismatch_.limit(0);  // nothing was due while there was nothing to send
  head_since_ = now;
}

// The packets that would leave one by one at this very moment.
std::size_t Rfc3448::due(std::span<const DataSize> waiting, LocalTime now) {
  if (!may_send(now)) return 0;
  std::size_t count = 1;
  if (variant_ == Rfc3448Variant::burst) {
    for (double left = burst_left_; count < waiting.size(); ++count) {
      left -= static_cast<double>(waiting[count - 1].bytes());
      if (left <= 0) break;
    }
  } else if (variant_ == Rfc3448Variant::nominal) {
    for (auto anchor = anchor_; count < waiting.size(); ++count) {
      anchor = next(anchor, waiting[count - 1], now);
      if (!is_due(anchor, now)) break;
    }
  }
  return count;
}

bool Rfc3448::may_send(LocalTime now) {
  if (mismatch_.rate() <= DataRate()) return false;
  if (burst_left_ > 0) return true;
  if (!is_due(anchor_, now)) return false;
  burst_left_ = burst_bytes();
  return true;
}

bool Rfc3448::is_due(const std::optional<Anchor>& anchor, LocalTime now) const {
  auto at = due(anchor);
  return now >= at || now > at - tolerance(anchor);
}

void Rfc3448::on_sent(DataSize size, std::optional<DataSize> next_size, LocalTime now) {
  anchor_ = next(anchor_, size, now);
  mismatch_.on_sent(size);
  waiting_ = next_size.has_value();
  burst_left_ = next_size ? std::max(0.0, burst_left_ - static_cast<double>(size.bytes())) : 0;
}

Rfc3448::Anchor Rfc3448::next(const std::optional<Anchor>& anchor, DataSize sent, LocalTime now) const {
  if (variant_ != Rfc3448Variant::nominal) return {now, sent};
  return {std::max(due(anchor), now - round_trip_time()), sent};
}

std::optional<LocalTime> Rfc3448::next_wake(DataSize) const {
  if (mismatch_.rate() <= DataRate()) return std::nullopt;
  return std::max(due(anchor_), head_since_);
}

void Rfc3448::reset(LocalTime now) {
  mismatch_.reset(now);
  anchor_.reset();
  head_since_ = now;
  burst_left_ = 0;
}

// t_ipi; in the burst variant not below t_g.
Duration Rfc3448::interval(const Anchor& anchor) const {
  double seconds = static_cast<double>(anchor.size.bits()) / mismatch_.rate().bps();
  auto interval = from_seconds(std::min(seconds, longest_interval));
  return variant_ == Rfc3448Variant::burst ? std::max(interval, parameters_.t_g) : interval;
}

// Delta of eq. 2; RFC 5348, 8.3 also takes the round trip into the minimum.
Duration Rfc3448::tolerance(const std::optional<Anchor>& anchor) const {
  if (!anchor) return Duration::zero();
  auto smallest = std::min(interval(*anchor), parameters_.t_g);
  if (variant_ == Rfc3448Variant::nominal) smallest = std::min(smallest, round_trip_time());
  return smallest / 2;
}

// The first packet is due when it comes.
LocalTime Rfc3448::due(const std::optional<Anchor>& anchor) const {
  return anchor ? anchor->at + interval(*anchor) : head_since_;
}

// b = r_c t_g, in whole packets rounded up; 0 is one packet.
double Rfc3448::burst_bytes() const {
  if (variant_ != Rfc3448Variant::burst) return 0;
  return mismatch_.rate().bytes_per_second() * to_seconds(parameters_.t_g);
}

}  // namespace evenkeel
