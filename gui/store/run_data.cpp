#include "gui/store/run_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>

#include "core/telemetry/csv.h"

namespace evenkeel {
namespace {

/// Options that differ by nature: the places of output, --out and --record.
constexpr std::array<std::string_view, 2> different_by_nature{"out", "record"};

std::set<std::string> all_keys(const std::vector<const RunData*>& runs) {
  std::set<std::string> keys;
  for (const RunData* run : runs)
    for (const auto& [key, value] : run->configuration) keys.insert(key);
  for (const std::string_view key : different_by_nature) keys.erase(std::string(key));
  return keys;
}

/// Null if the key is absent, which differs from an empty value.
const std::string* value_of(const RunData& run, const std::string& key) {
  const auto found = run.configuration.find(key);
  return found == run.configuration.end() ? nullptr : &found->second;
}

bool same(const std::string* a, const std::string* b) { return a == nullptr || b == nullptr ? a == b : *a == *b; }

bool all_same(const std::vector<const RunData*>& runs, const std::string& key) {
  const std::string* first = value_of(*runs.front(), key);
  return std::all_of(runs.begin(), runs.end(), [&](const RunData* run) { return same(value_of(*run, key), first); });
}

/// The counter's value before the range. It starts at 0; unknown if its first rows were dropped.
std::optional<double> count_before(const SampleStore& store, const FlowName& flow,
                                   std::optional<double> Sample::*counter, Duration from) {
  const Duration before = std::max(from, Duration::min() + Duration(1)) - Duration(1);
  if (const auto known = store.last_value(flow, counter, before)) return known->value;
  if (store.dropped_rows(flow) > 0) return std::nullopt;
  return 0;
}

}  // namespace

FlowName matching_flow(const SampleStore& store, const FlowName& wanted) {
  if (store.rows(wanted) > 0) return wanted;
  const bool received = wanted == FlowName("incoming") || wanted == FlowName("b-a");
  const auto names = received ? std::array{"incoming", "b-a"} : std::array{"outgoing", "a-b"};
  for (const char* name : names) {
    if (store.rows(name) > 0) return name;
  }
  const auto flows = store.flows();
  return flows.empty() ? wanted : flows.front();
}

std::vector<ConfigurationDifference> configuration_differences(const std::vector<const RunData*>& runs) {
  std::vector<ConfigurationDifference> differences;
  for (const std::string& key : all_keys(runs)) {
    if (all_same(runs, key)) continue;
    ConfigurationDifference& difference = differences.emplace_back(ConfigurationDifference{key, {}});
    for (const RunData* run : runs) {
      const std::string* value = value_of(*run, key);
      difference.values.push_back(value == nullptr ? "" : *value);
    }
  }
  return differences;
}

std::vector<CountedEvent> counted_events(const SampleStore& store, const FlowName& flow,
                                         std::optional<double> Sample::*counter, TimeRange range) {
  std::vector<CountedEvent> events;
  std::vector<CurvePoint> curve;
  store.curve(flow, counter, range, std::numeric_limits<std::size_t>::max(), curve);
  std::optional<double> highest = count_before(store, flow, counter, range.from);
  for (const CurvePoint& point : curve) {
    const Duration time = from_seconds(point.time_s);
    if (time < range.from || time > range.to || std::isnan(point.value)) continue;
    const double grown = std::min(point.value - highest.value_or(point.value), 1e9);
    if (grown >= 1) events.push_back({time, static_cast<int>(grown)});
    highest = std::max(point.value, highest.value_or(point.value));
  }
  return events;
}

void write_range_csv(std::ostream& file, const SampleStore& store, TimeRange range) {
  file << csv_header();
  store.visit_rows(range, [&file](const Sample& row) { file << csv_row(row); });
}

void write_runs_csv(std::ostream& file, const std::vector<RunRange>& runs) {
  file << "run," << csv_header();
  std::map<std::string, int> seen;
  for (const RunRange& one : runs) {
    const int number = ++seen[one.run->name];
    std::string first;
    append_csv_text(first, number == 1 ? one.run->name : one.run->name + " (" + std::to_string(number) + ")");
    one.run->store.visit_rows(one.range, [&](const Sample& row) { file << first << ',' << csv_row(row); });
  }
}

RunSummary summary_of(const SampleStore& store) {
  Summary summary;
  store.visit_rows(store.extent(), [&](const Sample& row) { summary.add(row); });
  return summary.result();
}

}  // namespace evenkeel
