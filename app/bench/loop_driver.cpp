#include "app/bench/loop_driver.h"

#include <algorithm>

namespace evenkeel::bench {
namespace {

constexpr Duration refused_wait = 100us;  // for a full socket buffer to drain
constexpr Duration longest_wait = 100ms;  // so that stopping is quick

}  // namespace

LoopDriver::LoopDriver(PacedQueue& queue, LoopClock& clock, PacketOutlet& outlet, DataSize packet)
    : queue_(queue), clock_(clock), outlet_(outlet), packet_(packet) {}

void LoopDriver::run(const SendPlan& plan, const std::function<bool()>& stopped) {
  begin(plan);
  for (LocalTime now = start_; now < start_ + plan.duration && !stopped(); now = clock_.now()) {
    apply_steps(plan, now);
    const Outcome outcome = send_batch(now);
    if (outcome == Outcome::sent) continue;
    clock_.wait_until(outcome == Outcome::refused ? clock_.now() + refused_wait : next_deadline(plan, now));
    ++wake_ups_;
  }
}

void LoopDriver::begin(const SendPlan& plan) {
  start_ = clock_.now();
  if (plan.min_round_trip_time) queue_.pacer().set_min_round_trip_time(*plan.min_round_trip_time);
  queue_.pacer().reset(start_);
  queue_.set_rate(plan.rate, start_);
  refill(start_);
}

void LoopDriver::apply_steps(const SendPlan& plan, LocalTime now) {
  for (; next_step_ < plan.steps.size() && start_ + plan.steps[next_step_].at <= now; ++next_step_) {
    queue_.set_rate(plan.steps[next_step_].rate, now);
  }
}

// Only one batch: sending takes time, in which more may become due and the rate may change.
LoopDriver::Outcome LoopDriver::send_batch(LocalTime now) {
  const std::size_t offered = queue_.due(batch_.size(), now);
  if (offered == 0) return Outcome::idle;
  queue_.offer(offered);
  for (std::size_t i = 0; i < offered; ++i) batch_[i] = {queue_.queue()[i].wire, queue_.queue()[i].slot};
  const std::size_t taken = outlet_.send(std::span(batch_).first(offered));
  const LocalTime after = clock_.now();
  for (std::size_t i = 0; i < taken; ++i) queue_.on_sent(after);
  count(offered, taken);
  refill(after);
  return taken < offered ? Outcome::refused : Outcome::sent;
}

void LoopDriver::count(std::size_t offered, std::size_t taken) {
  packets_sent_ += static_cast<std::int64_t>(taken);
  refused_at_head_ -= std::min(refused_at_head_, taken);
  const std::size_t refused = offered - taken;
  if (refused <= refused_at_head_) return;
  refusals_ += static_cast<std::int64_t>(refused - refused_at_head_);
  refused_at_head_ = refused;
}

// More than a batch, so that the queue does not run empty during one.
void LoopDriver::refill(LocalTime now) {
  OutgoingPacket packet;
  packet.wire = packet_;
  while (queue_.queue().packets() < 2 * largest_batch) {
    packet.slot = next_slot_++;
    if (!queue_.push(packet, now)) return;
  }
}

LocalTime LoopDriver::next_deadline(const SendPlan& plan, LocalTime now) const {
  LocalTime deadline = std::min(start_ + plan.duration, now + longest_wait);
  if (next_step_ < plan.steps.size()) deadline = std::min(deadline, start_ + plan.steps[next_step_].at);
  return std::min(deadline, queue_.next_wake().value_or(deadline));
}

}  // namespace evenkeel::bench
