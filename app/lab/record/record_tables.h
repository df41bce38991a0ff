#pragma once

#include <string>
#include <vector>

#include "app/lab/record/run_writer.h"

namespace evenkeel::lab {

// Readers of a run folder's tables other than telemetry. A missing file counts as an empty table. Each returns an empty
// string, or one sentence that says what is damaged.

std::string read_results(const std::string& path, std::vector<RunResult>& results);
std::string read_curves(const std::string& path, std::vector<Curve>& curves);
std::string read_packets(const std::string& path, std::vector<PacketRecord>& packets);

}  // namespace evenkeel::lab
