#include "app/commands/recorded_flow.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/link_options.h"
#include "app/files/untrusted_file.h"
#include "core/telemetry/csv_reader.h"

namespace evenkeel {
namespace {

std::optional<FlowName> choose_flow(const std::vector<Sample>& rows, const std::optional<std::string>& wanted) {
  for (const Sample& row : rows) {
    if (wanted ? row.flow == FlowName(*wanted) : row.target_bitrate_bps && row.propagation_delay_ms) return row.flow;
  }
  return std::nullopt;
}

/// Nothing of a call over a real path.
std::optional<BufferLimit> buffer_of(const std::string& folder) {
  const auto run = read_json(folder + "/run.json");
  const nlohmann::json::json_pointer place("/configuration/link");
  if (!run || !run.value->contains(place) || !run.value->at(place).is_string()) return std::nullopt;
  const auto link = parse_link(run.value->at(place).get<std::string>(), default_link());
  return link ? std::optional((*link).buffer) : std::nullopt;
}

template <class Row>
void keep_flow(std::vector<Row>& rows, FlowName flow) {
  std::erase_if(rows, [&](const Row& row) { return row.flow != flow; });
}

}  // namespace

Parsed<FlowRecording> read_flow(const std::string& folder, const std::optional<std::string>& wanted) {
  const std::string telemetry_path = folder + "/telemetry.csv";
  if (const std::string reason = why_unreadable(telemetry_path); !reason.empty()) {
    return {std::nullopt, "Cannot read '" + telemetry_path + "': " + reason + "; give a folder that --out wrote."};
  }
  std::ifstream telemetry(telemetry_path);
  auto rows = read_telemetry_csv(telemetry);
  if (!rows.error.empty()) return {std::nullopt, "'" + telemetry_path + "': " + rows.error};
  const auto name = choose_flow(rows.rows, wanted);
  if (!name) {
    const std::string what = wanted ? "no flow '" + *wanted + "'" : "no flow that sends and tells its delays";
    return {std::nullopt, "The run '" + folder + "' has " + what + "."};
  }
  FlowRecording found{*name, {}};
  keep_flow(rows.rows, *name);
  found.recorded.rows = std::move(rows.rows);
  if (const std::string path = folder + "/packets.csv"; why_unreadable(path).empty()) {
    std::ifstream packets(path);
    auto table = read_packets_csv(packets);
    if (!table.error.empty()) return {std::nullopt, "'" + folder + "/packets.csv': " + table.error};
    keep_flow(table.rows, *name);
    found.recorded.packets = std::move(table.rows);
  }
  found.recorded.buffer = buffer_of(folder);
  return {std::move(found), ""};
}

}  // namespace evenkeel
