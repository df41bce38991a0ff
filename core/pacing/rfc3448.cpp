#include "core/pacing/rfc3448.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr double kLongestInterval = 86400;  // s; keeps the arithmetic finite at rates near zero

AlgorithmInfo info_of(Rfc3448Variant variant) {
  switch (variant) {
    case Rfc3448Variant::kPaper:
      return {"rfc3448", "RFC 3448 without bursts, as in the RMC paper: counts from actual send times"};
    case Rfc3448Variant::kBurst:
      return {"rfc3448-burst", "RFC 3448 with bursts, as in the RMC paper: counts from actual send times"};
    case Rfc3448Variant::kNominal:
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
    : SendLoop(info_of(variant)), variant_(variant), parameters_(parameters) {}

void Rfc3448::enqueue(PacketRef packet, LocalTime now) {
  if (queue_.empty()) {
    mismatch_.advance(now);
    mismatch_.limit(0);  // nothing was due while there was nothing to send
    head_since_ = now;
  }
  queue_.push(packet);
}

std::size_t Rfc3448::poll_batch(LocalTime now, std::span<PacketRef> out) {
  if (out.empty() || !may_send(now)) return 0;
  const std::size_t count = std::min(batch(now, out.size()), out.size());
  for (std::size_t i = 0; i < count; ++i) out[i] = queue_[i];
  return count;
}

// The packets that would leave one by one at this very moment.
std::size_t Rfc3448::batch(LocalTime now, std::size_t most) const {
  most = std::min(most, queue_.packets());
  std::size_t count = 1;
  if (variant_ == Rfc3448Variant::kBurst) {
    for (double left = burst_left_; count < most; ++count) {
      left -= static_cast<double>(queue_[count - 1].size.bytes());
      if (left <= 0) break;
    }
  } else if (variant_ == Rfc3448Variant::kNominal) {
    for (auto anchor = anchor_; count < most; ++count) {
      anchor = next(anchor, queue_[count - 1].size, now);
      if (!is_due(anchor, now)) break;
    }
  }
  return count;
}

void Rfc3448::on_batch_sent(std::size_t count, LocalTime now) {
  for (std::size_t i = 0; i < count; ++i) take_head(now);
}

bool Rfc3448::may_send(LocalTime now) {
  if (queue_.empty() || mismatch_.rate() <= DataRate()) return false;
  if (burst_left_ > 0) return true;
  if (!is_due(anchor_, now)) return false;
  burst_left_ = burst_bytes();
  return true;
}

bool Rfc3448::is_due(const std::optional<Anchor>& anchor, LocalTime now) const {
  auto at = due(anchor);
  return now >= at || now > at - tolerance(anchor);
}

void Rfc3448::take_head(LocalTime now) {
  auto size = queue_.pop().size;
  anchor_ = next(anchor_, size, now);
  mismatch_.on_sent(size);
  burst_left_ = queue_.empty() ? 0 : std::max(0.0, burst_left_ - static_cast<double>(size.bytes()));
}

Rfc3448::Anchor Rfc3448::next(const std::optional<Anchor>& anchor, DataSize sent, LocalTime now) const {
  if (variant_ != Rfc3448Variant::kNominal) return {now, sent};
  return {std::max(due(anchor), now - min_rtt_), sent};
}

std::optional<PacketRef> Rfc3448::discard() {
  if (queue_.empty()) return std::nullopt;
  auto packet = queue_.pop();
  if (queue_.empty()) burst_left_ = 0;
  return packet;
}

std::optional<LocalTime> Rfc3448::next_wake() const {
  if (queue_.empty() || mismatch_.rate() <= DataRate()) return std::nullopt;
  return std::max(due(anchor_), head_since_);
}

void Rfc3448::reset(LocalTime now) {
  mismatch_.reset(now);
  anchor_.reset();
  head_since_ = now;
  burst_left_ = 0;
}

SendLoopState Rfc3448::state(LocalTime now) const {
  double mismatch = mismatch_.bytes_at(now);
  return {mismatch_.rate(), queue_.empty() ? std::min(mismatch, 0.0) : mismatch, DataSize(), Duration::zero()};
}

// t_ipi; in the burst variant not below t_g.
Duration Rfc3448::interval(const Anchor& anchor) const {
  double seconds = static_cast<double>(anchor.size.bits()) / mismatch_.rate().bps();
  auto interval = from_seconds(std::min(seconds, kLongestInterval));
  return variant_ == Rfc3448Variant::kBurst ? std::max(interval, parameters_.t_g) : interval;
}

// Delta of eq. 2; RFC 5348, 8.3 also takes the round trip into the minimum.
Duration Rfc3448::tolerance(const std::optional<Anchor>& anchor) const {
  if (!anchor) return Duration::zero();
  auto smallest = std::min(interval(*anchor), parameters_.t_g);
  if (variant_ == Rfc3448Variant::kNominal) smallest = std::min(smallest, min_rtt_);
  return smallest / 2;
}

// The first packet is due when it comes.
LocalTime Rfc3448::due(const std::optional<Anchor>& anchor) const {
  return anchor ? anchor->at + interval(*anchor) : head_since_;
}

// b = r_c t_g, in whole packets rounded up; 0 is one packet.
double Rfc3448::burst_bytes() const {
  if (variant_ != Rfc3448Variant::kBurst) return 0;
  return mismatch_.rate().bytes_per_second() * to_seconds(parameters_.t_g);
}

}  // namespace evenkeel
