#include "app/commands/recorded_flow.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/link_options.h"
#include "app/files/untrusted_file.h"
#include "core/telemetry/csv_reader.h"

namespace evenkeel {
namespace {

bool is_wanted(const Sample& row, const std::optional<std::string>& wanted) {
  return wanted ? row.flow == FlowName(*wanted) : row.target_bitrate_bps && row.propagation_delay_ms;
}

/// The rows of one flow alone: a row takes 1.5 kB. Until it is known which flow, those of all of them; that takes no
/// longer than until one sends.
CsvEnd read_rows(std::istream& file, const std::optional<std::string>& wanted, std::optional<FlowName>& name,
                 std::vector<Sample>& rows) {
  CsvEnd end = read_telemetry_csv(file, [&](const Sample& row) {
    const bool found = !name && is_wanted(row, wanted);
    if (found) name = row.flow;
    if (found) std::erase_if(rows, [&](const Sample& one) { return one.flow != *name; });
    if (!name || row.flow == *name) rows.push_back(row);
    return true;
  });
  const auto earlier = [](const Sample& a, const Sample& b) { return a.time < b.time; };
  if (!std::ranges::is_sorted(rows, earlier)) std::ranges::stable_sort(rows, earlier);
  return end;
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
  std::optional<FlowName> name;
  std::vector<Sample> rows;
  const CsvEnd end = read_rows(telemetry, wanted, name, rows);
  if (!end.error.empty()) return {std::nullopt, "'" + telemetry_path + "': " + end.error};
  if (!name) {
    const std::string what = wanted ? "no flow '" + *wanted + "'" : "no flow that sends and tells its delays";
    return {std::nullopt, "The run '" + folder + "' has " + what + "."};
  }
  FlowRecording found{*name, {}};
  found.recorded.rows = std::move(rows);
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
