#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/lab/scenarios/catalogue.h"
#include "core/telemetry/flow_name.h"
#include "tests/unit/lab/hand_made_runs.h"

namespace evenkeel::lab::test {

// What the tests of the scenarios of the controller for calls share.

inline const std::vector<Scenario>& all_calls() {
  static const std::vector<Scenario> scenarios = calls_scenarios();
  return scenarios;
}

inline const Scenario& scenario_of(const std::string& id) {
  const auto found =
      std::find_if(all_calls().begin(), all_calls().end(), [&](const Scenario& s) { return s.id == id; });
  REQUIRE(found != all_calls().end());
  return *found;
}

inline const NetworkRun& network_of(const RunPlan& run) { return std::get<NetworkRun>(run.what); }

inline const RunPlan& plan_of(const std::string& id, const std::string& name) {
  const Scenario& scenario = scenario_of(id);
  const auto found =
      std::find_if(scenario.runs.begin(), scenario.runs.end(), [&](const RunPlan& r) { return r.name == name; });
  INFO(id << "/" << name);
  REQUIRE(found != scenario.runs.end());
  return *found;
}

inline const NetworkRun& run_of(const std::string& id, const std::string& name) {
  return network_of(plan_of(id, name));
}

using Times = std::vector<std::pair<Duration, Duration>>;

inline Times times_of(const std::vector<ActiveTime>& times) {
  Times pairs;
  for (const ActiveTime& time : times) pairs.emplace_back(time.from, time.to);
  return pairs;
}

inline TcpVariant tcp_of(const FlowPlan& flow) { return std::get<TcpPlan>(flow.traffic).variant; }

inline const std::string& cell_of(const Table& table, const std::string& run, const std::string& column) {
  const auto row = std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& r) { return r.front() == run; });
  const auto at = std::find(table.columns.begin(), table.columns.end(), column);
  REQUIRE(row != table.rows.end());
  REQUIRE(at != table.columns.end());
  return (*row)[static_cast<std::size_t>(at - table.columns.begin())];
}

/// Rows every 100 ms: received rate [bit/s] and queue [ms], as functions of the row's beginning in seconds.
template <class Rate, class Queue>
void add_rows(RunRecord& run, const std::string& flow, Rate rate, Queue queue, Duration from = Duration::zero(),
              Duration to = Duration::max()) {
  for (Duration t = from + 100ms; t <= std::min(run.duration, to); t += 100ms) {
    Sample row;
    row.time = t;
    row.flow = FlowName(flow);
    row.receive_bitrate_bps = row.send_bitrate_bps = rate(to_seconds(t - 100ms));
    row.link_queue_ms = queue(to_seconds(t - 100ms));
    row.link_capacity_bps = 2.5e6;
    row.pacer_queue_ms = 10;
    run.flows[flow].push_back(row);
  }
}

inline const auto constant = [](double value) { return [value](double) { return value; }; };

/// What the simulator says of a media flow at its end.
inline void add_results(RunRecord& run, const std::string& flow, double rate, double p95, double p99, double lost = 0) {
  run.results.push_back({"measuredBitrate", flow, rate});
  run.results.push_back({"queueWaitP50", flow, 1});
  run.results.push_back({"queueWaitP95", flow, p95});
  run.results.push_back({"queueWaitP99", flow, p99});
  run.results.push_back({"queueWaitMax", flow, p99 + 1});
  run.results.push_back({"packetsSent", flow, 1000});
  run.results.push_back({"packetsLost", flow, lost});
}

inline Findings judged(const std::string& id, std::vector<RunRecord> runs) {
  RunRecords records;
  records.runs = std::move(runs);
  return scenario_of(id).judge(records);
}

inline bool holds(const Findings& findings, const std::string& words) {
  const Claim claim = evenkeel::test::find_claim(findings, words);
  CHECK(claim.judged);
  return claim.holds;
}

}  // namespace evenkeel::lab::test
