#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "app/lab/plan/scenario.h"
#include "app/lab/record/run_record.h"

namespace evenkeel::test {

/// Part of a flow in which nothing changes.
struct Steady {
  Duration from{};
  Duration to{};
  double rate = 1e6;  ///< sent, bit/s
  double delay = 50;  ///< one way, ms
  double loss = 0;
};

/// Appends rows, one each 100 ms; packets are of 1000 bytes and counters go on from the last row.
inline void add_steady(lab::RunRecord& run, const std::string& flow, const Steady& what) {
  auto& rows = run.flows[flow];
  double sent = rows.empty() ? 0 : *rows.back().packets_sent;
  double lost = rows.empty() ? 0 : *rows.back().packets_lost;
  for (Duration t = what.from + 100ms; t <= what.to; t += 100ms) {
    sent += what.rate / 80'000;
    lost += what.loss * what.rate / 80'000;
    Sample row;
    row.time = t;
    row.flow = FlowName(flow);
    row.send_bitrate_bps = row.target_bitrate_bps = what.rate;
    row.receive_bitrate_bps = what.rate * (1 - what.loss);
    row.one_way_delay_ms = what.delay;
    row.packets_sent = sent;
    row.packets_lost = lost;
    row.law_term_2 = row.law_term_3 = 0;
    rows.push_back(row);
  }
}

inline lab::RunRecord hand_made_run(const std::string& name, Duration duration) {
  lab::RunRecord run;
  run.name = name;
  run.planned = run.duration = duration;
  return run;
}

/// Takes what a computation gives out.
class Collector final : public lab::RunWriter {
 public:
  void write(const Sample&) override {}
  void write(const PacketRecord&) override {}
  void result(std::string_view name, std::string_view flow, double value) override {
    record.results.push_back({std::string(name), std::string(flow), value});
  }
  void curve(const lab::Curve& curve) override { record.curves.push_back(curve); }
  bool go_on(Duration) override { return true; }

  lab::RunRecord record;
};

/// Makes the runs of a scenario that are mere computations.
inline lab::RunRecords compute(const lab::Scenario& scenario) {
  lab::RunRecords records;
  for (const lab::RunPlan& plan : scenario.runs) {
    const auto* computation = std::get_if<lab::Computation>(&plan.what);
    if (computation == nullptr) continue;
    Collector collector;
    (*computation)(1, collector);
    collector.record.name = plan.name;
    collector.record.planned = collector.record.duration = plan.duration;
    records.runs.push_back(std::move(collector.record));
  }
  return records;
}

/// The first claim whose statement contains the words.
inline Claim find_claim(const lab::Findings& findings, const std::string& words) {
  for (const Claim& claim : findings.claims) {
    if (claim.statement.find(words) != std::string::npos) return claim;
  }
  throw std::invalid_argument("no claim says '" + words + "'");
}

}  // namespace evenkeel::test
