#pragma once

#include <string>
#include <vector>

#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {

/// A time of a case during which nothing is to change: what the flows of one direction come to is judged at its end.
struct Rfc8867Phase {
  Duration from{};
  Duration to{};
  DataRate capacity;               ///< of the bottleneck, for all of these flows together
  std::vector<std::string> flows;  ///< media that is active, in this direction
};

/// One test case of RFC 8867, for each controller. Rates, times and queues as in its tables; media and its limits as in
/// section 4 of it.
struct Rfc8867Case {
  struct Media {
    std::string name;
    int from = 0;
    int to = 1;
    Duration access_delay{};
    std::vector<ActiveTime> active;
    double weight = 1;
  };
  /// A run of each controller: what is different in it.
  struct Variant {
    std::string name;  ///< behind the controller's name: "delay=50ms"; may be empty
    NetworkPlan network;
    std::vector<FlowPlan> others;  ///< all that is not under test
  };

  std::string section;  ///< "5.1"
  std::string title;
  std::string shows;
  Duration duration{};
  std::vector<Media> media;
  std::vector<Variant> variants;
  std::vector<Rfc8867Phase> phases;
};

/// The cases of sections 5 and 6, in their order.
std::vector<Rfc8867Case> rfc8867_single_bottleneck_cases();  ///< 5.1 to 5.4
std::vector<Rfc8867Case> rfc8867_competition_cases();        ///< 5.5 to 5.8
std::vector<Rfc8867Case> rfc8867_optional_cases();           ///< 6.1 and 6.3

/// The controllers that are compared.
const std::vector<std::string>& rfc8867_controllers();

/// The runs of a case: each variant for each controller, named "ldcc,delay=50ms".
std::vector<RunPlan> rfc8867_runs(const Rfc8867Case& test);

/// Metrics of RFC 8868 as a table, what holds of each controller, and rates and delays as figures.
Findings judge_rfc8867(const Rfc8867Case& test, const RunRecords& records);

}  // namespace evenkeel::lab
