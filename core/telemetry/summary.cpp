#include "core/telemetry/summary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace evenkeel {
namespace {

constexpr Duration row_interval = 100ms;

void describe(ColumnSummary& summary, const QuantileSketch& values) {
  summary.last = values.last();
  summary.mean = values.mean();
  summary.p50 = values.quantile(0.50);
  summary.p95 = values.quantile(0.95);
  summary.p99 = values.quantile(0.99);
  summary.min = values.min();
  summary.max = values.max();
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

void Summary::Rows::add(const Sample& sample) {
  ++count;
  for (std::size_t i = 0; i < columns().size(); ++i) {
    const Column& column = columns()[i];
    if (column.member == nullptr) continue;
    const std::optional<double>& value = sample.*column.member;
    if (!value || !std::isfinite(*value)) continue;
    if (column.kind == ColumnKind::counter) {
      Counter& counter = counters[i];
      ++counter.count;
      counter.last = *value;
    } else {
      gauges[i].add(*value);
    }
  }
}

void Summary::Rows::merge(const Rows& later) {
  count += later.count;
  for (const auto& [column, values] : later.gauges) gauges[column].merge(values);
  for (const auto& [column, counter] : later.counters) {
    counters[column].count += counter.count;
    counters[column].last = counter.last;
  }
}

void Summary::add(const Sample& sample) {
  end_ = std::max(end_, sample.time);
  flows_.try_emplace(sample.flow, row_interval.count()).first->second.add(sample.time.count(), sample);
}

std::size_t Summary::bytes() const {
  std::size_t bytes = 0;
  for (const auto& [name, flow] : flows_) {
    flow.visit([&](const Rows& rows) {
      bytes += rows.counters.size() * sizeof(Counter);
      for (const auto& [column, values] : rows.gauges) bytes += sizeof(values) + values.bytes();
    });
  }
  return bytes;
}

/// `before` are the rows that precede the span: a counter grew from its last value, or from 0.
SpanSummary Summary::summarize(const Rows& span, const Rows& before) {
  SpanSummary all;
  for (std::size_t i = 0; i < columns().size(); ++i) {
    ColumnSummary summary;
    summary.column = &columns()[i];
    if (const auto gauge = span.gauges.find(i); gauge != span.gauges.end()) {
      summary.count = gauge->second.count();
      describe(summary, gauge->second);
    } else if (const auto counter = span.counters.find(i); counter != span.counters.end()) {
      const auto earlier = before.counters.find(i);
      summary.count = counter->second.count;
      summary.last = counter->second.last;
      summary.total = summary.last - (earlier == before.counters.end() ? 0 : earlier->second.last);
    } else {
      continue;
    }
    summary.coverage = static_cast<double>(summary.count) / static_cast<double>(span.count);
    all.push_back(summary);
  }
  return all;
}

RunSummary Summary::result() const {
  RunSummary summary;
  summary.duration = end_;
  const std::int64_t half = (end_ / 2).count();
  for (const auto& [name, flow] : flows_)
    summary.flows.push_back({name, summarize(flow.whole(), {}), summarize(flow.after(half), flow.until(half))});
  summary.jain_index_run = jain_index_of(summary.flows, &FlowSummary::run);
  summary.jain_index_last_half = jain_index_of(summary.flows, &FlowSummary::last_half);
  return summary;
}

}  // namespace evenkeel
