#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/time.h"
#include "core/telemetry/flow_name.h"

namespace evenkeel {

/// One row of pictures.csv: what became of a received picture that was decoded. Times count from the start of the run.
struct PictureRecord {
  FlowName flow;
  std::uint32_t rtp_timestamp = 0;   ///< in 1/90000 s, from a random start; wraps
  std::optional<Duration> captured;  ///< nothing where the two ends have different clocks
  Duration completed{};              ///< its last packet came, or was repaired
  bool recovered = false;            ///< a piece of it was lost, and came by retransmission or repair
  std::optional<Duration> shown;     ///< nothing where a newer one overtook it
};

/// The first line of pictures.csv; ends with a newline.
std::string picture_csv_header();
/// One line of pictures.csv; ends with a newline.
std::string picture_csv_row(const PictureRecord& record);

}  // namespace evenkeel
