#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/lab/record/folder_writer.h"
#include "app/lab/record/run_description.h"
#include "tests/unit/app/temporary_folder.h"
#include "tests/unit/lab/records.h"

namespace evenkeel::lab::test {

using evenkeel::test::TemporaryFolder;

/// A plan without a network, of one second.
inline RunPlan plan_of(const std::string& name) {
  RunPlan plan;
  plan.name = name;
  plan.duration = 1s;
  plan.seed = 7;
  return plan;
}

inline nlohmann::ordered_json description_of(const RunPlan& plan, const std::string& scenario = "X-1") {
  RunIdentity identity{scenario, {}, 300s};
  identity.choices.controller = "arc";
  identity.choices.settings = {{"arc.k", "0.4"}};
  identity.choices.seed = 7;
  identity.choices.duration = 1s;
  return describe_run(identity, plan, {"evenkeel-sim", "run", "X-1"});
}

inline PacketRecord packet(std::int64_t sequence, bool lost) {
  PacketRecord record;
  record.flow = "a";
  record.sequence = sequence;
  record.size = bytes(1000);
  record.send_time = 100ms;
  if (!lost) record.arrival_time = 150ms;
  if (!lost) record.one_way_delay = 50ms;
  return record;
}

/// A whole run folder; returns its path.
inline std::string write_run(const std::string& path, const std::string& scenario = "X-1") {
  const std::string name = path.substr(path.rfind('/') + 1);
  FolderWriter writer(path, description_of(plan_of(name), scenario), true);
  for (Duration t = 100ms; t <= 1s; t += 100ms) {
    writer.write(row("a", t, 1e6));
    writer.write(row("b", t, 2e6));
  }
  writer.write(packet(1, false));
  writer.write(packet(2, true));
  writer.result("lossEventRate", "a", 0.1);
  writer.result("with, a comma", "", -1e-300);
  writer.curve({"price at 25 ms", {1, 2.5}, {0.1, 1e9}});
  const std::string error = writer.finish();
  if (!error.empty()) throw std::runtime_error(error);
  return path;
}

}  // namespace evenkeel::lab::test
