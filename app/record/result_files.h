#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/telemetry/summary.h"

namespace evenkeel {

/// What any file of results begins with: program, version, commit (left out where it is empty), command line, host.
nlohmann::ordered_json describe_program(std::string_view program, std::string_view commit,
                                        const std::vector<std::string>& command_line);

/// Capture-to-display delays of a flow's pictures, in ms.
using PictureDelays = std::map<std::string, std::vector<float>>;

/// summary.json. The end-to-end delay comes from every picture, not from rows.
nlohmann::ordered_json describe_summary(const RunSummary& summary, const PictureDelays& delays);

/// What a person wants to know at the end, a line or two per flow.
std::string summary_text(const RunSummary& summary, const PictureDelays& delays);

}  // namespace evenkeel
