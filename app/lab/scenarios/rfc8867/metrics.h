#pragma once

#include <string>
#include <vector>

#include "app/lab/record/run_record.h"
#include "app/lab/scenarios/rfc8867/case.h"

namespace evenkeel::lab {

/// The metrics of RFC 8868, section 3, of one run. Not-a-number where a run is too short for one.
struct Rfc8867Metrics {
  double utilisation = 0;   ///< received by the media under test and its audio, of the capacity of the phases
  double least_use = 0;     ///< the same of the last quarter of a phase, the least of the phases
  double queue_p50_ms = 0;  ///< wait in the bottlenecks on the way of the media, at the times of the rows
  double queue_p95_ms = 0;
  double loss = 0;         ///< of the media packets sent
  double jain = 0;         ///< of the media's rates over the last quarter of the last phase
  double start_s = 0;      ///< until the first flow is, for good, within 10 % of what it has at the first phase's end
  double adapt_s = 0;      ///< the longest time that it takes after a phase began
  double oscillation = 0;  ///< standard deviation over mean of rates over 1 s, last halves of phases
  double crossings_per_minute = 0;  ///< of the watermarks 20 % above and below the mean, last halves of phases
};

Rfc8867Metrics rfc8867_metrics(const Rfc8867Case& test, const RunRecord& run);

/// Means of the sending rate over one second each.
std::vector<double> rates_per_second(const RunRecord& run, const std::string& flow, Duration from, Duration to);

}  // namespace evenkeel::lab
