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

/// One of the links, and who else is on it, that a case of the controller for calls is run with.
struct CallsVariant {
  struct Media {
    std::string name = "s1";
    std::vector<ActiveTime> active{};
    Duration access_delay{};
  };
  std::string name;  ///< behind the controller's: "reno,buffer=300ms"; empty where there is no other
  Duration length{};
  NetworkPlan network;
  std::vector<Media> media = std::vector<Media>(1);
  std::vector<FlowPlan> others{};
  std::vector<ActiveTime> measured{};  ///< when rates and queues count: from 10 s after each event
  DataRate most_media = megabits_per_second(8);
  std::optional<SourceLimit> limited{};
  double clock_skew = 0;
  void (*with_seed)(CallsVariant& variant, std::uint64_t seed) = nullptr;  ///< what else the seed changes, if anything
  bool quick = false;  ///< darc's runs are part of the quick form: all seeds, since goals are judged by their median
};

/// A number of one run. Not-a-number where the run is not there or too short for it.
struct CallsMeasure {
  enum class Worst { least, most };
  std::string column;  ///< of the table, with its unit: "utilisation [%]"
  int decimals = 1;
  Worst worst = Worst::most;  ///< which of the seeds
  std::function<double(const CallsVariant& variant, const RunRecord& run)> of;
};

/// What the median over the seeds must come to.
struct CallsGoal {
  std::string column;  ///< of a measure
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  std::vector<std::string> variants{};  ///< names; none: all
};

CallsGoal at_least(const std::string& column, double least);
CallsGoal at_most(const std::string& column, double most);

/// A row of the table of goals of the controller for calls.
struct CallsCase {
  std::string letter;
  std::string title;
  std::string shows;
  std::vector<CallsVariant> variants{};
  std::vector<CallsMeasure> measures{};
  std::vector<CallsGoal> goals{};
  std::string drawn{};  ///< the variant of the figure
};

/// Alone on a link that is constant, narrow, wide or varies: a, b, c, f, j, n.
std::vector<CallsCase> calls_alone_cases();
/// Beside other flows: d, e, i, k.
std::vector<CallsCase> calls_shared_cases();
/// On links that lose, reorder, burst, or manage their queue: g, h, l, m.
std::vector<CallsCase> calls_impaired_cases();

/// The controllers that are compared; the goals are of the first.
const std::vector<std::string>& calls_controllers();
/// How often each is run: seeds 1 to 10. They vary the encoder and when the others begin.
constexpr int calls_seeds = 10;

/// "darc", "darc,reno"; and of one run "darc,reno,s=01".
std::string calls_row_name(const std::string& controller, const CallsVariant& variant);
std::string calls_run_name(const std::string& controller, const CallsVariant& variant, int seed);

std::vector<RunPlan> calls_runs(const CallsCase& test);

/// Medians and worst over the seeds as a table, the goals as claims, and the first seed as a figure.
Findings judge_calls(const CallsCase& test, const RunRecords& records);

}  // namespace evenkeel::lab
