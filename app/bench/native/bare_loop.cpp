#include "app/bench/native/bare_loop.h"

#include <algorithm>
#include <cmath>

#include "core/pacing/rmc.h"

namespace evenkeel::bench {
namespace {

constexpr Duration longest_tick = 100ms;

}  // namespace

void BareLoop::run(const SendPlan& plan, const std::function<bool()>& stopped) {
  start_ = clock_.now();
  const Duration tick = bare_tick(plan.rate, plan.packet);
  for (Duration time = tick; time < plan.duration && !stopped(); time += tick) {
    clock_.wait_until(start_ + time);
    ++wake_ups_;
    send_due(plan, time);
  }
}

Duration bare_tick(DataRate rate, DataSize packet) {
  Rmc rmc;
  rmc.set_rate(rate, LocalTime());
  rmc.enqueue({packet, 0}, LocalTime());
  return std::clamp(rmc.state(LocalTime()).sampling_time, Duration(1ms), longest_tick);
}

// What is refused is due again at the next tick.
void BareLoop::send_due(const SendPlan& plan, Duration time) {
  const double due_packets = plan.due_bytes(time) / static_cast<double>(plan.packet.bytes());
  auto count = static_cast<std::int64_t>(std::floor(due_packets + 1e-9)) - outlet_.packets_taken();
  while (count > 0) {
    const auto offered = std::min(static_cast<std::size_t>(count), LoopDriver::largest_batch);
    const std::size_t taken = outlet_.send(offered);
    refusals_ += static_cast<std::int64_t>(offered - taken);
    if (taken < offered) return;
    count -= static_cast<std::int64_t>(taken);
  }
}

}  // namespace evenkeel::bench
