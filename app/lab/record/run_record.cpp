#include "app/lab/record/run_record.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "app/lab/claims/statistics.h"
#include "core/telemetry/summary.h"

namespace evenkeel::lab {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

using Rows = std::span<const Sample>;

/// The rows that end within (from, to].
Rows rows_within(Rows rows, Duration from, Duration to) {
  const auto after = [](Duration time, const Sample& row) { return time < row.time; };
  const auto first = std::upper_bound(rows.begin(), rows.end(), from, after);
  return {first, std::upper_bound(first, rows.end(), to, after)};
}

bool is_within(const RunRecord& record, Duration from, Duration to) {
  return Duration::zero() <= from && from < to && to <= record.duration;
}

/// The last value of a counter, which counts from the start of its flow; nullopt if it never had one.
std::optional<double> last_value(Rows rows, RunRecord::Column column) {
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    if (*row.*column) return *row.*column;
  return std::nullopt;
}

/// Means over the window that ends with each row; rows before `from` do not count.
class SlidingMean {
 public:
  SlidingMean(Duration window, RunRecord::Column column) : window_(window), column_(column) {}

  double add(Rows rows, std::size_t index) {
    if (const auto& value = rows[index].*column_) {
      sum_ += *value;
      ++count_;
    }
    for (; rows[first_].time + window_ <= rows[index].time && first_ < index; ++first_) {
      if (const auto& value = rows[first_].*column_) {
        sum_ -= *value;
        --count_;
      }
    }
    return count_ > 0 ? sum_ / count_ : unknown;
  }

 private:
  Duration window_;
  RunRecord::Column column_;
  std::size_t first_ = 0;
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace

std::vector<double> RunRecord::values(std::string_view flow, Column column, Duration from, Duration to) const {
  std::vector<double> all;
  const auto found = flows.find(flow);
  if (found == flows.end() || !is_within(*this, from, to)) return all;
  for (const Sample& row : rows_within(found->second, from, to))
    if (row.*column) all.push_back(*(row.*column));
  return all;
}

double RunRecord::mean(std::string_view flow, Column column, Duration from, Duration to) const {
  return mean_of(values(flow, column, from, to));
}

double RunRecord::deviation(std::string_view flow, Column column, Duration from, Duration to) const {
  return deviation_of(values(flow, column, from, to));
}

double RunRecord::percentile(std::string_view flow, Column column, double percent, Duration from, Duration to) const {
  if (!(percent >= 0 && percent <= 100)) return unknown;
  return percentile_of(values(flow, column, from, to), percent / 100);
}

double RunRecord::maximum(std::string_view flow, Column column, Duration from, Duration to) const {
  const auto all = values(flow, column, from, to);
  return all.empty() ? unknown : *std::max_element(all.begin(), all.end());
}

double RunRecord::growth(std::string_view flow, Column column, Duration from, Duration to) const {
  const auto found = flows.find(flow);
  if (found == flows.end() || !is_within(*this, from, to)) return unknown;
  const auto end = last_value(rows_within(found->second, Duration::min(), to), column);
  const auto begin = last_value(rows_within(found->second, Duration::min(), from), column);
  return end ? *end - begin.value_or(0) : unknown;
}

double RunRecord::jain(const std::vector<std::string>& of, Column column, Duration from, Duration to) const {
  std::vector<double> means;
  for (const std::string& flow : of) means.push_back(mean(flow, column, from, to));
  return jain_index(means).value_or(unknown);  // NaN if one of the means is
}

double RunRecord::settling_time(std::string_view flow, Column column, double value, double tolerance, Duration from,
                                Duration to, Duration window) const {
  const auto found = flows.find(flow);
  if (found == flows.end() || !is_within(*this, from, to)) return unknown;
  const Rows rows = rows_within(found->second, from, to);
  SlidingMean sliding(window, column);
  double settled = unknown;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double average = sliding.add(rows, i);
    if (std::isnan(average)) continue;  // no value: the flow pauses or has ended
    const bool good = std::abs(average - value) <= tolerance * std::abs(value);
    if (!good) settled = unknown;
    if (good && std::isnan(settled)) settled = to_seconds(rows[i].time - from);
  }
  return settled;
}

double RunRecord::result(std::string_view wanted, std::string_view flow) const {
  const auto is_it = [&](const RunResult& r) { return r.name == wanted && r.flow == flow; };
  const auto found = std::find_if(results.begin(), results.end(), is_it);
  return found == results.end() ? unknown : found->value;
}

const Curve* RunRecord::curve(std::string_view wanted) const {
  const auto found = std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.name == wanted; });
  return found == curves.end() ? nullptr : &*found;
}

const RunRecord* RunRecords::find(std::string_view name) const {
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const RunRecord& r) { return r.name == name; });
  return found == runs.end() ? nullptr : &*found;
}

const RunRecord& RunRecords::get(std::string_view name) const {
  static const RunRecord none{};
  const RunRecord* found = find(name);
  return found != nullptr ? *found : none;
}

}  // namespace evenkeel::lab
