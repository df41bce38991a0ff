#include "app/bench/emulated_run.h"

#include <stdexcept>

#include "app/bench/loop_clock.h"
#include "app/bench/loop_driver.h"
#include "app/bench/planned_loop.h"

namespace evenkeel::bench {
namespace {

constexpr LocalTime start{1h};  // at a tick of any kernel
constexpr Duration usual_cost = 2us;

// Of 2.6.28: with one packet of 24 us per wake-up, 105 Mbps idle and 70 Mbps loaded (Fig. 9b) mean that each wake-up
// was late by that much.
constexpr Duration idle_lateness = 90us;
constexpr Duration loaded_lateness = 147us;

SleepModel model_of(Kernel kernel, const SendPlan& plan) {
  switch (kernel) {
    case Kernel::linux_2_6_19_hz100:
      return jiffy_sleep(100);
    case Kernel::linux_2_6_19_hz1000:
      return jiffy_sleep(1000);
    case Kernel::linux_2_6_28_hz100:
      break;
  }
  if (plan.busy_processes == 0) return slack_sleep(idle_lateness);
  return loaded_sleep(slack_sleep(idle_lateness), slack_sleep(loaded_lateness), start + plan.busy_from,
                      start + plan.busy_to);
}

/// Discards packets after the time it takes to send them, and records when.
class VirtualOutlet final : public PacketOutlet {
 public:
  VirtualOutlet(VirtualClock& clock, Duration resolution, Duration cost)
      : clock_(clock), resolution_(resolution), cost_(cost) {}

  std::size_t send(std::span<const PacketRef> packets) override {
    ++calls;
    for (const PacketRef& packet : packets) {
      clock_.spend(cost_);
      record(clock_.now() - start, packet.size.bytes());
    }
    return packets.size();
  }

  std::vector<Arrival> arrivals;
  std::int64_t calls = 0;
  std::int64_t bytes = 0;

 private:
  void record(Duration time, std::int64_t size) {
    bytes += size;
    if (!arrivals.empty() && time - arrivals.back().time < resolution_) {
      arrivals.back().bytes += size;
      ++arrivals.back().packets;
    } else {
      arrivals.push_back({time, size, 1});
    }
  }

  VirtualClock& clock_;
  Duration resolution_;
  Duration cost_;
};

}  // namespace

std::string name_of(Kernel kernel) {
  switch (kernel) {
    case Kernel::linux_2_6_19_hz100:
      return "2.6.19 HZ=100, emulated";
    case Kernel::linux_2_6_19_hz1000:
      return "2.6.19 HZ=1000, emulated";
    case Kernel::linux_2_6_28_hz100:
      return "2.6.28, emulated";
  }
  return {};
}

SendRun run_emulated(const SendPlan& plan, Kernel kernel) {
  return run_emulated(plan, model_of(kernel, plan), name_of(kernel), usual_cost);
}

SendRun run_emulated(const SendPlan& plan, SleepModel sleep, const std::string& machine, Duration send_cost) {
  SendRun run;
  run.plan = plan;
  run.machine = machine;
  run.emulated = true;
  auto planned = make_planned_loop(plan);
  if (!planned.loop) throw std::invalid_argument(planned.error);
  PacedQueue queue(std::move(planned.loop));
  VirtualClock clock(std::move(sleep), start);
  VirtualOutlet outlet(clock, plan.resolution, send_cost);
  LoopDriver driver(queue, clock, outlet, plan.packet);
  driver.run(plan, [] { return false; });
  run.arrivals = ArrivalCurve(std::move(outlet.arrivals));
  run.packets_sent = driver.packets_sent();
  run.bytes_sent = outlet.bytes;
  run.refusals = driver.refusals();
  run.system_calls = outlet.calls;
  run.wake_ups = driver.wake_ups();
  run.forgiven_bytes = forgiven_by(queue.pacer()).bytes();
  return run;
}

}  // namespace evenkeel::bench
