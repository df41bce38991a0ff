#pragma once

#include <string>
#include <vector>

#include "app/lab/record/run_writer.h"

namespace evenkeel::lab {

// The tables of a run folder besides its telemetry. Each takes one that is not there as empty, and returns nothing, or
// one sentence on what is damaged.

std::string read_results(const std::string& path, std::vector<RunResult>& results);
std::string read_curves(const std::string& path, std::vector<Curve>& curves);
std::string read_packets(const std::string& path, std::vector<PacketRecord>& packets);

}  // namespace evenkeel::lab
