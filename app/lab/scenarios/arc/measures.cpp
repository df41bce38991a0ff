#include "app/lab/scenarios/arc/measures.h"

#include <algorithm>
#include <cmath>

#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

using Series = std::vector<std::vector<double>>;  // by flow, then by bin

Series binned_flows(const RunRecord& run, const std::vector<std::string>& flows, RunRecord::Column column,
                    Duration from, Duration to, Duration bin) {
  Series series;
  for (const std::string& flow : flows) series.push_back(binned(run, flow, column, from, to, bin));
  return series;
}

/// The values of all flows in one bin.
std::vector<double> across(const Series& series, std::size_t bin) {
  std::vector<double> values;
  for (const std::vector<double>& flow : series) values.push_back(flow[bin]);
  return values;
}

std::size_t bins_of(const Series& series) {
  std::size_t bins = series.empty() ? 0 : series.front().size();
  for (const std::vector<double>& flow : series) bins = std::min(bins, flow.size());
  return bins;
}

void accumulate(Series& series) {
  for (std::vector<double>& flow : series) {
    double sum = 0;
    for (double& value : flow) value = sum += std::isfinite(value) ? value : 0;
  }
}

std::vector<double> jain_by_bin(const Series& series) {
  std::vector<double> indices;
  for (std::size_t i = 0; i < bins_of(series); ++i) indices.push_back(jain_of(across(series, i)));
  return indices;
}

}  // namespace

std::vector<double> binned(const RunRecord& run, std::string_view flow, RunRecord::Column column, Duration from,
                           Duration to, Duration bin) {
  const auto rows = run.flows.find(flow);
  if (to > run.duration || rows == run.flows.end()) return {};
  std::vector<std::vector<double>> values(static_cast<std::size_t>((to - from) / bin));
  for (const Sample& row : rows->second) {
    if (row.time <= from || row.time > to || !(row.*column)) continue;
    const auto index = static_cast<std::size_t>((row.time - from - Duration(1)) / bin);
    if (index < values.size()) values[index].push_back(*(row.*column));
  }
  std::vector<double> means;
  for (const std::vector<double>& in_bin : values) means.push_back(average_of(in_bin));
  return means;
}

double oscillation(const RunRecord& run, const std::vector<std::string>& flows, RunRecord::Column column, Duration from,
                   Duration to) {
  std::vector<double> variations;
  for (const std::string& flow : flows) variations.push_back(variation_of(binned(run, flow, column, from, to)));
  return average_of(variations);
}

double spread_among(const RunRecord& run, const std::vector<std::string>& flows, RunRecord::Column column,
                    Duration from, Duration to) {
  const Series series = binned_flows(run, flows, column, from, to, 1s);
  std::vector<double> variations;
  for (std::size_t i = 0; i < bins_of(series); ++i) variations.push_back(variation_of(across(series, i)));
  return average_of(variations);
}

double total_of(const RunRecord& run, const std::vector<std::string>& flows, RunRecord::Column column, Duration from,
                Duration to) {
  double total = 0;
  for (const std::string& flow : flows) total += run.mean(flow, column, from, to);
  return total;
}

std::vector<double> cumulative_jain(const RunRecord& run, const std::vector<std::string>& flows,
                                    RunRecord::Column column, Duration from, Duration to) {
  Series series = binned_flows(run, flows, column, from, to, 1s);
  accumulate(series);
  return jain_by_bin(series);
}

std::vector<double> windowed_jain(const RunRecord& run, const std::vector<std::string>& flows, RunRecord::Column column,
                                  Duration from, Duration to, Duration window) {
  return jain_by_bin(binned_flows(run, flows, column, from, to, window));
}

}  // namespace evenkeel::lab
