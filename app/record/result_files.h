#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/telemetry/summary.h"

namespace evenkeel {

/// The first entries of every result file: program, version, commit (omitted if empty), command line, host.
nlohmann::ordered_json describe_program(std::string_view program, std::string_view commit,
                                        const std::vector<std::string>& command_line);

/// Capture-to-display delays of one flow's pictures, in ms.
class DelaySums {
 public:
  void add(double delay) { sums_.add(++count_, delay); }
  std::int64_t count() const { return count_; }
  QuantileSketch whole() const { return sums_.whole(); }
  /// Of the later half of the pictures: see LastHalf.
  QuantileSketch last_half() const { return sums_.after(count_ / 2); }

 private:
  LastHalf<QuantileSketch> sums_{1};
  std::int64_t count_ = 0;
};

/// By the name of the flow.
using PictureDelays = std::map<std::string, DelaySums>;

/// The contents of summary.json. The end-to-end delay is computed from every picture, not from rows.
nlohmann::ordered_json describe_summary(const RunSummary& summary, const PictureDelays& delays);

/// The summary for people, a line or two per flow.
std::string summary_text(const RunSummary& summary, const PictureDelays& delays);

}  // namespace evenkeel
