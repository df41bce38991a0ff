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

/// A run without a network: a formula, or a send loop in virtual time. Writes results and curves.
using Computation = std::function<void(std::uint64_t seed, RunWriter& out)>;

struct NetworkRun {
  NetworkPlan network;
  std::vector<FlowPlan> flows;
  bool log_packets = false;            ///< write packets.csv with every media packet
  Duration settling{};                 ///< results leave out this time at the start
  std::vector<ActiveTime> measured{};  ///< in order: times for further results of what arrives within them; empty: none
};

/// One simulation of a scenario.
struct RunPlan {
  std::string name;  ///< of its folder: letters, digits and "-+.,=_"; unique in the scenario
  Duration duration = 100s;
  std::uint64_t seed = 0;  ///< distinguishes it from other runs with the same --seed
  std::variant<NetworkRun, Computation> what;
  bool quick = true;          ///< part of the scenario's quick form
  Duration quick_duration{};  ///< in the quick form; 0: the same
};

/// What the command line changes in a scenario's runs.
struct Choices {
  /// Replaces the controller of every media flow that allows it; empty: as planned. A scenario that compares
  /// controllers keeps this controller's runs, or if it has none, the first controller's runs under the new name.
  std::string controller{};
  std::vector<std::pair<std::string, std::string>> settings{};  ///< for all media flows: {"ldcc.w", "20kbps"}
  std::uint64_t seed = 1;
  Duration duration{};       ///< 0: as planned
  bool quick = false;        ///< only the quick runs, in their quick duration
  std::string link_trace{};  ///< path of a mahimahi trace for links that can follow one; empty: as planned
};

}  // namespace evenkeel::lab
