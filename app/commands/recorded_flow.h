#pragma once

#include <optional>
#include <string>

#include "app/lab/tuning/recorded_path.h"
#include "core/base/parsed.h"

namespace evenkeel {

/// One flow of a run folder.
struct FlowRecording {
  FlowName name;
  tuning::RecordedFlow recorded;
};

/// Reads the flow `wanted`, or the first that sends and tells its delays: its rows of telemetry.csv, its packets where
/// packets.csv was written, in the order of sending, and the buffer of an emulated link. One sentence if the folder has
/// no such flow or cannot be read.
Parsed<FlowRecording> read_flow(const std::string& folder, const std::optional<std::string>& wanted);

}  // namespace evenkeel
