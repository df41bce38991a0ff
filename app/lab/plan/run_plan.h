#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/lab/plan/flow_plan.h"
#include "app/lab/plan/network_plan.h"

namespace evenkeel::lab {

class RunWriter;

/// A run that needs no network: a formula, or a send loop in virtual time. Writes results and curves.
using Computation = std::function<void(std::uint64_t seed, RunWriter& out)>;

struct NetworkRun {
  NetworkPlan network;
  std::vector<FlowPlan> flows;
  bool log_packets = false;            ///< results of each media packet are wanted: packets.csv
  Duration settling{};                 ///< the results of each flow leave out what comes before
  std::vector<ActiveTime> measured{};  ///< in order: further results of what arrives within these times; none: no such
};

/// One simulation of a scenario.
struct RunPlan {
  std::string name;  ///< of its folder: letters, digits and "-+.,=_"; one of its own in each scenario
  Duration duration = 100s;
  std::uint64_t seed = 0;  ///< what tells it from others with the same --seed
  std::variant<NetworkRun, Computation> what;
  bool quick = true;          ///< part of the scenario's quick form
  Duration quick_duration{};  ///< of the quick form; 0: the same
};

/// What the command line changes of a scenario's runs.
struct Choices {
  /// In place of that of every media flow that can be chosen; empty: as planned. Of a scenario that compares
  /// controllers, its own runs are left, or where it has none, the runs of the first, under its name.
  std::string controller{};
  std::vector<std::pair<std::string, std::string>> settings{};  ///< of each media flow: {"ldcc.w", "20kbps"}
  std::uint64_t seed = 1;
  Duration duration{};       ///< 0: as planned
  bool quick = false;        ///< only the quick runs, in their quick duration
  std::string link_trace{};  ///< path of a mahimahi trace, for the links that can follow one; empty: as planned
};

}  // namespace evenkeel::lab
