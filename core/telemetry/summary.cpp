#include "core/telemetry/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "core/telemetry/percentile.h"

namespace evenkeel {
namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

using Values = std::span<const double>;

std::vector<double> known(Values values) {
  std::vector<double> all;
  for (const double value : values)
    if (!std::isnan(value)) all.push_back(value);
  return all;
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

/// `before` are the values of the run that precede the span: a counter grew from its last one, or from 0.
std::optional<ColumnSummary> summarize(const Column& column, Values span, Values before) {
  const std::vector<double> values = known(span);
  if (values.empty()) return std::nullopt;
  ColumnSummary summary;
  summary.column = &column;
  summary.count = values.size();
  summary.coverage = static_cast<double>(values.size()) / static_cast<double>(span.size());
  summary.last = values.back();
  if (column.kind == ColumnKind::counter) {
    const std::vector<double> earlier = known(before);
    summary.total = summary.last - (earlier.empty() ? 0 : earlier.back());
  } else {
    describe(summary, values);
  }
  return summary;
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
  KeptRows& flow = flows_[sample.flow];
  end_ = std::max(end_, sample.time);
  flow.last = sample;
  if (flow.seen++ % flow.stride == 0) keep(flow, sample);
  if (flow.times.size() > max_rows) thin(flow);
}

/// Without the room for twice the rows that a vector would take at the end.
template <class T>
void Summary::append(std::vector<T>& all, T value) {
  if (all.size() == all.capacity()) all.reserve(std::min(2 * all.size() + 16, max_rows + 2));
  all.push_back(value);
}

void Summary::keep(KeptRows& flow, const Sample& sample) {
  flow.values.resize(columns().size());
  for (std::size_t i = 0; i < flow.values.size(); ++i) {
    if (columns()[i].member == nullptr) continue;
    std::vector<double>& values = flow.values[i];
    const std::optional<double>& value = sample.*columns()[i].member;
    const bool known = value && std::isfinite(*value);
    if (!known && values.empty()) continue;
    if (values.empty()) values.assign(flow.times.size(), absent);
    append(values, known ? *value : absent);
  }
  append(flow.times, sample.time);
}

/// Every second row goes.
void Summary::thin(KeptRows& flow) {
  const auto halve = [](auto& all) {
    for (std::size_t kept = 1; 2 * kept < all.size(); ++kept) all[kept] = all[2 * kept];
    all.resize((all.size() + 1) / 2);
  };
  halve(flow.times);
  for (auto& values : flow.values) halve(values);
  flow.stride *= 2;
}

std::size_t Summary::bytes() const {
  std::size_t bytes = 0;
  for (const auto& [name, flow] : flows_) {
    bytes += flow.times.capacity() * sizeof(Duration);
    for (const auto& values : flow.values) bytes += values.capacity() * sizeof(double);
  }
  return bytes;
}

RunSummary Summary::result() const {
  RunSummary summary;
  summary.duration = end_;
  for (auto [name, flow] : flows_) {
    if (flow.times.back() != flow.last.time) keep(flow, flow.last);  // it decides the totals, so that it always counts
    const auto half =
        static_cast<std::size_t>(std::upper_bound(flow.times.begin(), flow.times.end(), end_ / 2) - flow.times.begin());
    FlowSummary& sums = summary.flows.emplace_back(FlowSummary{name, {}, {}});
    for (std::size_t i = 0; i < flow.values.size(); ++i) {
      const Values all(flow.values[i]);
      if (all.empty()) continue;
      if (auto run = summarize(columns()[i], all, {})) sums.run.push_back(*run);
      if (auto last = summarize(columns()[i], all.subspan(half), all.first(half))) sums.last_half.push_back(*last);
    }
  }
  summary.jain_index_run = jain_index_of(summary.flows, &FlowSummary::run);
  summary.jain_index_last_half = jain_index_of(summary.flows, &FlowSummary::last_half);
  return summary;
}

}  // namespace evenkeel
