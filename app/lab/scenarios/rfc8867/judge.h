#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/lab/claims/judge.h"
#include "app/lab/record/run_record.h"
#include "app/lab/scenarios/rfc8867/case.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

/// The metrics of RFC 8868, section 3, of one run. NaN if the run is too short.
struct Rfc8867Metrics {
  double utilisation = 0;   ///< received by the tested media and its audio, relative to the capacity of the phases
  double min_use = 0;       ///< the same in the last quarter of each phase; the minimum of the phases
  double queue_p50_ms = 0;  ///< queueing delay in the media's bottlenecks, at the times of the rows
  double queue_p95_ms = 0;
  double loss = 0;         ///< per media packet sent
  double jain = 0;         ///< of the media's rates over the last quarter of the last phase
  double start_s = 0;      ///< until the first flow stays within 10 % of its rate at the end of the first phase
  double adapt_s = 0;      ///< the longest such time after the start of a later phase
  double oscillation = 0;  ///< standard deviation over mean of rates over 1 s, last halves of phases
  double crossings_per_minute = 0;  ///< of the watermarks 20 % above and below the mean, last halves of phases
};

Rfc8867Metrics rfc8867_metrics(const Rfc8867Case& test, const RunRecord& run);

/// Means of the sending rate per second.
std::vector<double> rates_per_second(const RunRecord& run, const std::string& flow, Duration from, Duration to);

/// The claims on RFC 8867's cases that are known not to hold, and why.
std::span<const KnownClaim> rfc8867_known();

/// One figure per variant: a row of panels per controller, rates on the left, one-way delays on the right.
std::vector<Figure> rfc8867_figures(const Rfc8867Case& test, const RunRecords& records);

}  // namespace evenkeel::lab
