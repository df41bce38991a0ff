#include "gui/store/sample_store.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

/// Rows are dropped by the hour, because it means moving all others.
constexpr std::size_t rows_dropped_at_once = SampleStore::max_rows / 12;
constexpr std::size_t first_capacity = 1024;

std::ptrdiff_t signed_index(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }

}  // namespace

std::size_t SampleStore::FlowRows::first_from(Duration time) const {
  return static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), time) - times.begin());
}

std::size_t SampleStore::FlowRows::first_after(Duration time) const {
  return static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
}

/// Columns get different capacities, so that they do not all reallocate at the same row and block the window.
void SampleStore::FlowRows::make_columns() {
  for (std::size_t i = 0; i < columns().size(); ++i)
    values.emplace_back(first_capacity + i * first_capacity / columns().size());
}

std::size_t SampleStore::FlowRows::make_row(Duration time) {
  const std::size_t index = times.empty() || times.back() < time ? times.size() : first_from(time);
  if (index < times.size() && times[index] == time) return index;
  times.insert(times.begin() + signed_index(index), time);
  delay_kinds.insert(delay_kinds.begin() + signed_index(index), std::nullopt);
  modes.insert(modes.begin() + signed_index(index), std::nullopt);
  for (ValueColumn& column : values) column.insert(index);
  return index;
}

void SampleStore::FlowRows::drop(std::size_t count) {
  times.erase(times.begin(), times.begin() + signed_index(count));
  delay_kinds.erase(delay_kinds.begin(), delay_kinds.begin() + signed_index(count));
  modes.erase(modes.begin(), modes.begin() + signed_index(count));
  for (ValueColumn& column : values) column.drop(count);
  dropped += count;
}

Sample SampleStore::FlowRows::row(const FlowName& name, std::size_t index) const {
  Sample sample;
  sample.time = times[index];
  sample.flow = name;
  sample.one_way_delay_kind = delay_kinds[index];
  sample.controller_mode = modes[index];
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (columns()[i].member == nullptr) continue;
    const double value = values[i][index];
    if (!std::isnan(value)) sample.*columns()[i].member = value;
  }
  return sample;
}

void SampleStore::add(const Sample& sample) {
  ++changes_;
  FlowRows& flow = flows_[sample.flow];
  if (flow.values.empty()) flow.make_columns();
  const std::size_t row = flow.make_row(sample.time);
  if (sample.one_way_delay_kind) flow.delay_kinds[row] = sample.one_way_delay_kind;
  if (sample.controller_mode) {
    flow.modes[row] = sample.controller_mode;
    flow.has_modes = true;
  }
  for (std::size_t i = 0; i < flow.values.size(); ++i) {
    if (columns()[i].member == nullptr) continue;
    const std::optional<double>& value = sample.*columns()[i].member;
    if (value && std::isfinite(*value)) flow.values[i].set(row, *value, flow.times.size());
  }
  if (flow.times.size() >= max_rows + rows_dropped_at_once) flow.drop(rows_dropped_at_once);
}

void SampleStore::clear() {
  ++changes_;
  flows_.clear();
}

const SampleStore::FlowRows* SampleStore::find(const FlowName& flow) const {
  const auto found = flows_.find(flow);
  return found == flows_.end() ? nullptr : &found->second;
}

std::vector<FlowName> SampleStore::flows() const {
  std::vector<FlowName> names;
  for (const auto& [name, flow] : flows_) names.push_back(name);
  return names;
}

TimeRange SampleStore::extent() const {
  if (flows_.empty()) return {};
  TimeRange all{Duration::max(), Duration::min()};
  for (const auto& [name, flow] : flows_) {
    all.from = std::min(all.from, flow.times.front());
    all.to = std::max(all.to, flow.times.back());
  }
  return all;
}

std::size_t SampleStore::rows(const FlowName& flow) const {
  const FlowRows* found = find(flow);
  return found == nullptr ? 0 : found->times.size();
}

std::size_t SampleStore::dropped_rows(const FlowName& flow) const {
  const FlowRows* found = find(flow);
  return found == nullptr ? 0 : found->dropped;
}

std::optional<Sample> SampleStore::row_at(const FlowName& flow, Duration time, Duration reach) const {
  const FlowRows* found = find(flow);
  if (found == nullptr) return std::nullopt;
  const std::size_t after = found->first_after(time);
  if (after == 0 || found->times[after - 1] < time - reach) return std::nullopt;
  return found->row(flow, after - 1);
}

std::optional<Sample> SampleStore::last_row(const FlowName& flow) const {
  const FlowRows* found = find(flow);
  if (found == nullptr) return std::nullopt;
  return found->row(flow, found->times.size() - 1);
}

std::vector<Sample> SampleStore::rows_in(const FlowName& flow, TimeRange range) const {
  const FlowRows* found = find(flow);
  if (found == nullptr) return {};
  std::vector<Sample> rows;
  const std::size_t end = found->first_after(range.to);
  for (std::size_t i = found->first_from(range.from); i < end; ++i) rows.push_back(found->row(flow, i));
  return rows;
}

void SampleStore::visit_rows(TimeRange range, const std::function<void(const Sample&)>& visit) const {
  struct Cursor {
    FlowName name;
    const FlowRows* flow;
    std::size_t next;
    std::size_t end;
    Duration time() const { return flow->times[next]; }
  };
  std::vector<Cursor> cursors;
  for (const auto& [name, flow] : flows_) {
    const Cursor cursor{name, &flow, flow.first_from(range.from), flow.first_after(range.to)};
    if (cursor.next < cursor.end) cursors.push_back(cursor);
  }
  while (!cursors.empty()) {
    const auto first = std::min_element(cursors.begin(), cursors.end(),
                                        [](const Cursor& a, const Cursor& b) { return a.time() < b.time(); });
    visit(first->flow->row(first->name, first->next));
    if (++first->next == first->end) cursors.erase(first);
  }
}

}  // namespace evenkeel
