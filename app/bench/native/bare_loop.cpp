#include "app/bench/native/bare_loop.h"

#include <algorithm>
#include <cmath>

#include "core/pacing/rmc.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel::bench {
namespace {

constexpr Duration longest_wait = 100ms;
constexpr double tolerance = 1e-9;  // in packets, against rounding errors

double packets_due(const SendPlan& plan, Duration time) {
  return plan.due_bytes(time) / static_cast<double>(plan.packet.bytes());
}

Duration next_step_after(const SendPlan& plan, Duration time) {
  for (const RateStep& step : plan.steps) {
    if (step.at > time) return std::min(step.at, plan.duration);
  }
  return plan.duration;
}

}  // namespace

void BareLoop::run(const SendPlan& plan, const std::function<bool()>& stopped) {
  start_ = clock_.now();
  Duration time = time_from(plan, {});
  for (; time < plan.duration; time = time_from(plan, time + tick_)) {
    follow_rate(plan, plan.rate_at(time));
    if (!wait(start_ + time, stopped)) return;
    time = last_tick(time);
    send_due(plan, std::min(time, plan.duration));
  }
}

// Waits in pieces, so that stopping is quick; returns false if stopped.
bool BareLoop::wait(LocalTime until, const std::function<bool()>& stopped) {
  do {
    clock_.wait_until(std::min(until, clock_.now() + longest_wait));
    ++wake_ups_;
    if (stopped()) return false;
  } while (clock_.now() < until);
  return true;
}

// Skips the ticks that were slept through: like RMC, one batch makes up for them.
Duration BareLoop::last_tick(Duration time) {
  const Duration late = clock_.now() - start_ - time;
  return late < tick_ ? time : time + late / tick_ * tick_;
}

// `earliest`, or when the next packet is due if that is later; steps of the rate count.
Duration BareLoop::time_from(const SendPlan& plan, Duration earliest) const {
  const double missing = static_cast<double>(taken_ + 1) - packets_due(plan, earliest);
  if (missing <= tolerance) return earliest;
  const Duration change = next_step_after(plan, earliest);
  const double seconds = missing * static_cast<double>(plan.packet.bytes()) / plan.rate_at(earliest).bytes_per_second();
  if (!(seconds < to_seconds(change - earliest))) return std::max(earliest, change);
  return earliest + Duration(static_cast<Duration::rep>(std::ceil(seconds * 1e9)));
}

void BareLoop::follow_rate(const SendPlan& plan, DataRate rate) {
  if (rate == rate_ && tick_ > Duration::zero()) return;
  rate_ = rate;
  tick_ = bare_tick(plan, rate);
}

Duration bare_tick(const SendPlan& plan, DataRate rate) {
  Rmc rmc;
  for (const auto& [name, value] : plan.parameters) set_parameter(rmc, name, value);
  if (plan.min_round_trip_time) rmc.set_min_round_trip_time(*plan.min_round_trip_time);
  rmc.set_rate(rate, LocalTime());
  rmc.on_queue(plan.packet, LocalTime());
  return rmc.sampling_time();
}

// Refused packets are due again at the next tick.
void BareLoop::send_due(const SendPlan& plan, Duration time) {
  auto count = static_cast<std::int64_t>(std::floor(packets_due(plan, time) + tolerance)) - taken_;
  while (count > 0) {
    const auto offered = std::min(static_cast<std::size_t>(count), LoopDriver::largest_batch);
    const std::size_t taken = outlet_.send(std::span(batch_).first(offered));
    taken_ += static_cast<std::int64_t>(taken);
    refusals_ += static_cast<std::int64_t>(offered - taken);
    if (taken < offered) return;
    count -= static_cast<std::int64_t>(taken);
  }
}

}  // namespace evenkeel::bench
