#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/plan/scenario.h"
#include "app/lab/record/run_record.h"

namespace evenkeel::lab {

/// One link with its other flows, on which a case of the controller for calls is run.
struct CallsVariant {
  struct Media {
    std::string name = "s1";
    std::vector<ActiveTime> active{};
    Duration access_delay{};
  };
  std::string name;  ///< follows the controller's name: "reno,buffer=300ms"; empty if the case has one variant
  Duration length{};
  NetworkPlan network;
  std::vector<Media> media = std::vector<Media>(1);
  std::vector<FlowPlan> others{};
  std::vector<ActiveTime> measured{};  ///< when rates and queues are measured: from 10 s after each event
  DataRate max_media = megabits_per_second(8);
  std::optional<SourceLimit> limited{};
  double clock_skew = 0;
  void (*with_seed)(CallsVariant& variant,
                    std::uint64_t seed) = nullptr;  ///< applies what else the seed changes; may be null
  bool quick = false;  ///< darc's runs are in the quick form, with all seeds, since goals are judged by their median
};

/// A measure of one run. NaN if the run is too short.
struct CallsMeasure {
  enum class Worst { minimum, maximum };
  std::string column;  ///< of the table, with its unit: "utilisation [%]"
  int decimals = 1;
  Worst worst = Worst::maximum;  ///< which extreme of the seeds is the worst
  std::function<double(const CallsVariant& variant, const RunRecord& run)> of;
};

/// A goal for the median over the seeds.
struct CallsGoal {
  std::string column;  ///< of a measure
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<std::string> variants{};  ///< names; empty: all
};

CallsGoal at_least(const std::string& column, double minimum);
CallsGoal at_most(const std::string& column, double maximum);

/// A row in the table of goals of the controller for calls.
struct CallsCase {
  std::string letter;
  std::string title;
  std::string shows;
  std::vector<CallsVariant> variants{};
  std::vector<CallsMeasure> measures{};
  std::vector<CallsGoal> goals{};
  std::string drawn{};  ///< the variant shown in the figure
};

/// Alone on a link that is constant, narrow, wide or variable: a, b, c, f, j, n.
std::vector<CallsCase> calls_alone_cases();
/// Beside other flows: d, e, i, k.
std::vector<CallsCase> calls_shared_cases();
/// On links with loss, reordering, bursts, or active queue management: g, h, l, m.
std::vector<CallsCase> calls_impaired_cases();

/// The controllers that are compared; the goals apply to the first.
const std::vector<std::string>& calls_controllers();
/// Seeds 1 to 10 of each run. They vary the encoder and when other flows begin.
constexpr int calls_seeds = 10;

/// Names of rows: "darc", "darc,reno"; and of runs: "darc,reno,s=01".
std::string calls_row_name(const std::string& controller, const CallsVariant& variant);
std::string calls_run_name(const std::string& controller, const CallsVariant& variant, int seed);

std::vector<RunPlan> calls_runs(const CallsCase& test);

/// A table of medians and worst values over the seeds, the goals as claims, and a figure of the first seed.
Findings judge_calls(const CallsCase& test, const RunRecords& records);

}  // namespace evenkeel::lab
