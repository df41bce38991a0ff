#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/lab/record/run_writer.h"
#include "app/lab/sim/network/run_network.h"
#include "core/telemetry/csv.h"

namespace evenkeel::test {

/// Keeps what a run writes.
class Recording final : public lab::RunWriter {
 public:
  std::map<std::string, std::vector<Sample>, std::less<>> rows;
  std::map<std::string, double, std::less<>> results;  ///< by "flow/name"
  std::vector<PacketRecord> packets;
  std::string text;  ///< all of it, in its order
  std::string error;
  Duration stop_at = Duration::max();

  void write(const Sample& row) override {
    rows[std::string(row.flow.view())].push_back(row);
    text += csv_row(row);
  }
  void write(const PacketRecord& packet) override {
    packets.push_back(packet);
    text += packet_csv_row(packet);
  }
  void result(std::string_view name, std::string_view flow, double value) override {
    results[std::string(flow) + '/' + std::string(name)] = value;
    text += std::string(name) + ',' + std::string(flow) + ',' + std::to_string(value) + '\n';
  }
  void curve(const lab::Curve&) override {}
  bool go_on(Duration simulated) override { return simulated < stop_at; }

  /// Throws where there is none.
  double of(std::string_view flow, std::string_view name) const {
    return results.at(std::string(flow) + '/' + std::string(name));
  }
  bool has(std::string_view flow, std::string_view name) const {
    return results.count(std::string(flow) + '/' + std::string(name)) > 0;
  }
  /// Mean of a column over the rows that end within (from, to] and have it.
  double mean(std::string_view flow, std::optional<double> Sample::*column, Duration from, Duration to) const {
    double sum = 0;
    int count = 0;
    for (const Sample& row : rows.at(std::string(flow))) {
      if (row.time <= from || row.time > to || !(row.*column)) continue;
      sum += *(row.*column);
      ++count;
    }
    return sum / count;
  }
};

inline lab::LinkPlan link(DataRate rate, Duration delay, lab::QueuePlan queue = {}) {
  lab::LinkPlan plan;
  plan.rate = rate;
  plan.delay = delay;
  plan.queue = queue;
  return plan;
}

/// One hop; the way back has the same delay and no limit.
inline lab::RunPlan dumbbell(const lab::LinkPlan& forward, Duration duration) {
  lab::RunPlan plan;
  plan.name = "test";
  plan.duration = duration;
  lab::NetworkRun run;
  run.network.hops = {{forward, link(DataRate::unlimited(), forward.delay)}};
  plan.what = run;
  return plan;
}

inline lab::NetworkRun& network_of(lab::RunPlan& plan) { return std::get<lab::NetworkRun>(plan.what); }

template <typename Traffic>
lab::FlowPlan& add(lab::RunPlan& plan, const std::string& name, const Traffic& traffic,
                   std::vector<lab::ActiveTime> active = {}) {
  lab::FlowPlan flow;
  flow.name = name;
  flow.traffic = traffic;
  flow.active = std::move(active);
  network_of(plan).flows.push_back(std::move(flow));
  return network_of(plan).flows.back();
}

inline lab::CbrPlan cbr(DataRate rate, DataSize packet = bytes(1000)) {
  lab::CbrPlan plan;
  plan.rate = rate;
  plan.packet = packet;
  return plan;
}

inline lab::QueuePlan queue_of(std::variant<lab::PacketCount, Duration, DataSize> limit) {
  lab::QueuePlan plan;
  plan.limit = limit;
  return plan;
}

inline lab::MediaPlan media(const std::string& controller = "ldcc") {
  lab::MediaPlan plan;
  plan.controller = controller;
  plan.limits = {kilobits_per_second(150), kilobits_per_second(30), megabits_per_second(50)};
  return plan;
}

inline Recording run(const lab::RunPlan& plan, std::uint64_t seed = 1) {
  Recording recording;
  recording.error = sim::run_network(plan, seed, recording);
  return recording;
}

}  // namespace evenkeel::test
