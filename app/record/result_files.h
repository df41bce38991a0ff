#pragma once

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

/// Capture-to-display delays of a flow's pictures, in ms.
using PictureDelays = std::map<std::string, std::vector<float>>;

/// The contents of summary.json. The end-to-end delay is computed from every picture, not from rows.
nlohmann::ordered_json describe_summary(const RunSummary& summary, const PictureDelays& delays);

/// The summary for people, a line or two per flow.
std::string summary_text(const RunSummary& summary, const PictureDelays& delays);

}  // namespace evenkeel
