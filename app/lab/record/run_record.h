#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/record/run_writer.h"

namespace evenkeel::lab {

/// One run, read back from its folder. Measures without values are NaN, and claims on them are not judged. Time spans
/// are times of the run and select rows that end within (from, to].
class RunRecord {
 public:
  using Column = std::optional<double> Sample::*;

  std::string name;
  std::string controller;  ///< chosen by --controller; empty: as planned
  std::uint64_t seed = 1;
  Duration planned{};                                             ///< duration as planned in full
  Duration duration{};                                            ///< as run
  std::map<std::string, std::vector<Sample>, std::less<>> flows;  ///< rows by flow, in the order of time
  std::vector<RunResult> results;
  std::vector<Curve> curves;
  std::vector<PacketRecord> packets;

  /// Values of the rows that have one. Empty if the span is not entirely within the run.
  std::vector<double> values(std::string_view flow, Column column, Duration from, Duration to) const;
  double mean(std::string_view flow, Column column, Duration from, Duration to) const;
  double deviation(std::string_view flow, Column column, Duration from, Duration to) const;
  double percentile(std::string_view flow, Column column, double percent, Duration from, Duration to) const;
  double maximum(std::string_view flow, Column column, Duration from, Duration to) const;
  /// Increase of a counter.
  double growth(std::string_view flow, Column column, Duration from, Duration to) const;
  /// Jain's index of the flows' means.
  double jain(const std::vector<std::string>& of, Column column, Duration from, Duration to) const;
  /// Time in s from `from` until the column's mean over `window` is within `tolerance` (a fraction) of `value` and
  /// stays there until `to`; NaN if never.
  double settling_time(std::string_view flow, Column column, double value, double tolerance, Duration from, Duration to,
                       Duration window = 1s) const;

  double result(std::string_view name, std::string_view flow = {}) const;
  const Curve* curve(std::string_view name) const;
};

/// The runs of one scenario that were found.
class RunRecords {
 public:
  std::vector<RunRecord> runs;

  /// Returns null if there is no such run.
  const RunRecord* find(std::string_view name) const;
  /// Returns an empty record, whose measures are NaN, if there is no such run.
  const RunRecord& get(std::string_view name) const;
};

}  // namespace evenkeel::lab
