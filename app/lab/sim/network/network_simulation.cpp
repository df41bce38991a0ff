#include "app/lab/sim/network/network_simulation.h"

#include <algorithm>
#include <cmath>

#include "app/lab/sim/network/flow_results.h"
#include "app/lab/sim/network/random.h"
#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

// The network's part of the run's seed; the flows' follow.
constexpr std::uint64_t network_part = 0;
constexpr std::uint64_t first_flow_part = 1;

}  // namespace

NetworkSimulation::NetworkSimulation(const lab::RunPlan& plan, std::uint64_t seed, lab::RunWriter& out)
    : duration_(plan.duration),
      plan_(std::get<lab::NetworkRun>(plan.what)),
      seed_(seed),
      out_(out),
      network_(plan_.network, seed_of(seed, network_part), meters_) {
  for (const lab::FlowPlan& flow : plan_.flows) add_flow(flow);
}

FlowMeter::Config NetworkSimulation::meter_config(const lab::FlowPlan& plan) const {
  FlowMeter::Config config;
  config.name = plan.name;
  config.media = std::holds_alternative<lab::MediaPlan>(plan.traffic);
  config.keep_delays = config.media || plan.telemetry;
  if (config.media && plan_.log_packets) config.packets = &out_;
  config.measured = plan_.measured;
  return config;
}

void NetworkSimulation::add_flow(const lab::FlowPlan& plan) {
  const auto index = flows_.size();
  FlowMeter& meter = meters_.add(meter_config(plan), network_.path(plan.from, plan.to, plan.access_delay));
  const FlowEnds ends{network_.host(plan.from, plan.access_delay), network_.host(plan.to, Duration::zero()),
                      static_cast<std::uint16_t>(FlowMeters::first_port + index)};
  flows_.push_back({plan, meter, make_flow(plan, ends, meter, seed_of(seed_, first_flow_part + index))});
  schedule_activity(flows_.back());
}

void NetworkSimulation::schedule_activity(const RunningFlow& running) const {
  std::vector<lab::ActiveTime> times = running.plan.active;
  if (times.empty()) times.emplace_back();
  NetworkFlow* flow = running.flow.get();
  for (const lab::ActiveTime& time : times) {
    if (time.from >= duration_) continue;
    ns3::Simulator::Schedule(to_ns3(time.from), &NetworkFlow::start, flow);
    if (time.to < duration_) ns3::Simulator::Schedule(to_ns3(time.to), &NetworkFlow::stop, flow);
  }
}

void NetworkSimulation::run() {
  for (RunningFlow& flow : flows_) {
    Sample before;  // the first row starts here
    flow.flow->sample(before);
  }
  if (plan_.settling > Duration::zero()) {
    ns3::Simulator::Schedule(to_ns3(plan_.settling), &NetworkSimulation::settle, this);
  }
  schedule_tick();
  ns3::Simulator::Run();
  write_results();
}

void NetworkSimulation::schedule_tick() {
  const Duration wait = std::min(row_interval, duration_ - elapsed());
  ns3::Simulator::Schedule(to_ns3(wait), &NetworkSimulation::tick, this);
}

void NetworkSimulation::tick() {
  for (RunningFlow& flow : flows_) sample(flow);
  const bool wanted = out_.go_on(elapsed());
  if (!wanted || elapsed() >= duration_) return ns3::Simulator::Stop();
  schedule_tick();
}

void NetworkSimulation::sample(RunningFlow& running) const {
  Sample row;
  row.time = elapsed();
  row.flow = FlowName(running.plan.name);
  if (running.plan.telemetry) {
    const Path& path = running.meter.path();
    row.link_queue_ms = to_milliseconds(path.queue_delay());
    const double capacity = path.capacity(row_interval).bps();
    if (std::isfinite(capacity)) row.link_capacity_bps = capacity;
  }
  running.flow->sample(row);
  if (running.plan.telemetry) out_.write(row);
}

void NetworkSimulation::settle() {
  for (RunningFlow& running : flows_) {
    running.meter.settle();
    running.flow->settle();
  }
}

Duration NetworkSimulation::measured() const {
  lab::FlowPlan times;
  times.active = plan_.measured;
  return plan_.measured.empty() ? Duration::zero() : active_within(times, Duration::zero(), elapsed());
}

// A run that ended before the settling time has no results.
void NetworkSimulation::write_results() const {
  if (elapsed() < plan_.settling) return;
  for (const RunningFlow& running : flows_) {
    FlowResults results(out_, running.plan.name);
    write_meter_results(running.meter, active_within(running.plan, plan_.settling, elapsed()), results);
    write_measured_results(running.meter, measured(), results);
    running.flow->write_results(results);
  }
}

}  // namespace evenkeel::sim
