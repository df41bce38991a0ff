#include "core/telemetry/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/telemetry/percentile.h"

namespace evenkeel {
namespace {

using Rows = std::span<const Sample>;

std::vector<double> values_of(Rows rows, const Column& column) {
  std::vector<double> values;
  for (const Sample& row : rows)
    if (const auto& value = row.*column.member; value && std::isfinite(*value)) values.push_back(*value);
  return values;
}

void describe(ColumnSummary& summary, std::vector<double> values) {
  summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  std::sort(values.begin(), values.end());
  summary.p50 = percentile_of_sorted(values, 0.50);
  summary.p95 = percentile_of_sorted(values, 0.95);
  summary.p99 = percentile_of_sorted(values, 0.99);
  summary.min = values.front();
  summary.max = values.back();
}

/// `before` are the rows of the run that precede the span: a counter grew from its last value there, or from 0.
SpanSummary summarize(Rows rows, Rows before) {
  SpanSummary span;
  for (const Column& column : columns()) {
    if (column.member == nullptr) continue;
    const std::vector<double> values = values_of(rows, column);
    if (values.empty()) continue;
    ColumnSummary& summary = span.emplace_back();
    summary.column = &column;
    summary.count = values.size();
    summary.last = values.back();
    if (column.kind == ColumnKind::counter) {
      const std::vector<double> earlier = values_of(before, column);
      summary.total = summary.last - (earlier.empty() ? 0 : earlier.back());
    } else {
      describe(summary, values);
    }
  }
  return span;
}

std::optional<double> jain_index_of(const std::vector<FlowSummary>& flows, SpanSummary FlowSummary::*span) {
  std::vector<double> rates;
  for (const FlowSummary& flow : flows)
    if (const ColumnSummary* rate = find_column(flow.*span, "sendBitrate")) rates.push_back(rate->mean);
  return jain_index(rates);
}

}  // namespace

std::optional<double> jain_index(const std::vector<double>& rates) {
  double sum = 0;
  double squares = 0;
  for (const double rate : rates) {
    sum += rate;
    squares += rate * rate;
  }
  if (!(squares > 0)) return std::nullopt;
  return sum * sum / (static_cast<double>(rates.size()) * squares);
}

const ColumnSummary* find_column(const SpanSummary& span, std::string_view name) {
  for (const ColumnSummary& summary : span)
    if (summary.column->name == name) return &summary;
  return nullptr;
}

void Summary::add(const Sample& sample) {
  Flow& flow = flows_[sample.flow];
  end_ = std::max(end_, sample.time);
  flow.last = sample;
  if (flow.seen++ % flow.stride != 0) return;
  flow.rows.push_back(sample);
  if (flow.rows.size() <= max_rows) return;
  for (std::size_t kept = 1; 2 * kept < flow.rows.size(); ++kept) flow.rows[kept] = flow.rows[2 * kept];
  flow.rows.resize((flow.rows.size() + 1) / 2);
  flow.stride *= 2;
}

/// The last row decides the totals, so that it always counts.
std::vector<Sample> Summary::rows_of(const Flow& flow) {
  std::vector<Sample> rows = flow.rows;
  if (rows.back().time != flow.last.time) rows.push_back(flow.last);
  return rows;
}

RunSummary Summary::result() const {
  RunSummary summary;
  summary.duration = end_;
  for (const auto& [name, flow] : flows_) {
    const std::vector<Sample> rows = rows_of(flow);
    const auto half =
        std::partition_point(rows.begin(), rows.end(), [this](const Sample& row) { return row.time <= end_ / 2; });
    summary.flows.push_back({name, summarize(rows, {}), summarize({half, rows.end()}, {rows.begin(), half})});
  }
  summary.jain_index_run = jain_index_of(summary.flows, &FlowSummary::run);
  summary.jain_index_last_half = jain_index_of(summary.flows, &FlowSummary::last_half);
  return summary;
}

}  // namespace evenkeel
