#pragma once

#include <map>
#include <optional>
#include <utility>

#include "core/telemetry/sample.h"

namespace evenkeel {

/// Puts the samples of several threads together into one row per flow and instant. All samples of a row carry the same
/// time and flow; they come within `patience` of each other, since every thread samples at the same instants.
class RowAssembler {
 public:
  explicit RowAssembler(Duration patience = 300ms) : patience_(patience) {}

  void add(const Sample& sample) {
    auto [row, fresh] = rows_.try_emplace({sample.time, sample.flow}, sample);
    if (!fresh) merge(row->second, sample);
  }

  /// The oldest row, once nothing more is to be expected for it at `now` (time of the run).
  std::optional<Sample> poll(Duration now) {
    if (rows_.empty() || rows_.begin()->first.first + patience_ > now) return std::nullopt;
    const Sample row = rows_.begin()->second;
    rows_.erase(rows_.begin());
    return row;
  }

 private:
  Duration patience_;
  std::map<std::pair<Duration, FlowName>, Sample> rows_;
};

}  // namespace evenkeel
