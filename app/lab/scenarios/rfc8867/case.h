#pragma once

#include <string>
#include <vector>

#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {

/// A span of a case during which nothing changes; the flows of one direction are judged at its end.
struct Rfc8867Phase {
  Duration from{};
  Duration to{};
  DataRate capacity;               ///< of the bottleneck, shared by these flows
  std::vector<std::string> flows;  ///< active media in this direction
};

/// One test case of RFC 8867. Rates, times and queues are those of its tables; media and limits those of its section 4.
struct Rfc8867Case {
  struct Media {
    std::string name;
    int from = 0;
    int to = 1;
    Duration access_delay{};
    std::vector<ActiveTime> active;
    double weight = 1;
  };
  /// What differs between the runs of one controller.
  struct Variant {
    std::string name;  ///< follows the controller's name: "delay=50ms"; may be empty
    NetworkPlan network;
    std::vector<FlowPlan> others;  ///< flows that are not under test
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

/// A table of RFC 8868's metrics, claims about each controller, and figures of rates and delays.
Findings judge_rfc8867(const Rfc8867Case& test, const RunRecords& records);

}  // namespace evenkeel::lab
