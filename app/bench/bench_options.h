#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// Options of `evenkeel bench send-loop`. The defaults are the papers' experiments and further ones.
struct BenchOptions {
  std::vector<std::string> loops;  ///< of the table of rate errors, in this order; empty: all
  std::vector<DataRate> rates;     ///< of the same table; empty: 1 Mbps to 2 Gbps
  DataSize packet = bytes(1500);   ///< the IP packet
  Duration duration = 60s;         ///< of one run of that table
  std::vector<double> gains;       ///< k_r of the step responses; empty: 0.2 to 1.8
  std::vector<RateStep> steps;     ///< of the step responses; empty: the papers' 10:1 down and up
  int busy_processes = 5;
  Duration busy_from = 20s;
  Duration busy_to = 40s;
  bool duration_given = false;
  bool busy_time_given = false;      ///< if not, the busy time is the middle third
  int cpu = 0;                       ///< of the sender and the busy processes
  bool realtime = false;             ///< SCHED_FIFO in the table of rate errors
  Duration spin{};                   ///< in the table of rate errors
  std::optional<std::string> to;     ///< HOST:PORT of `evenkeel bench receive`
  std::optional<std::string> out;    ///< folder of tables, figures and bench.json
  bool brief = false;                ///< --short: under a minute
  bool overwrite = false;            ///< of recovery: replaces the table of an earlier one
  bool check = false;                ///< exit status 1 if a claim breaks that does not depend on the machine
  std::vector<std::string> studies;  ///< by name; empty: all
  std::vector<std::pair<std::string, std::string>> settings;  ///< "rmc.T_s_min", "2ms"
};

}  // namespace evenkeel::bench
