#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "gui/store/sample_store.h"

namespace evenkeel {
namespace {

/// Longer than any run, and far enough from the limits of Duration for arithmetic.
constexpr Duration furthest = std::chrono::hours(24 * 365 * 100);

/// The narrowest step of the ladder that is not below span / buckets.
Duration bucket_width(Duration span, std::size_t buckets) {
  constexpr std::array<std::int64_t, 8> steps{10, 15, 20, 30, 40, 50, 60, 80};
  const auto least =
      static_cast<std::int64_t>(std::ceil(static_cast<double>(span.count()) / static_cast<double>(buckets)));
  for (std::int64_t power = 1;; power *= 10) {
    for (const std::int64_t step : steps) {
      if (step * power >= least) return Duration(step * power);
    }
  }
}

/// The start of the bucket that holds `time`, which may be negative.
Duration bucket_start(Duration time, Duration width) {
  const auto rest = time % width;
  return time - (rest < Duration::zero() ? rest + width : rest);
}

const ValueColumn* find_values(const std::vector<ValueColumn>& values, std::optional<double> Sample::*member) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (columns()[i].member == member && !values[i].unused()) return &values[i];
  }
  return nullptr;
}

/// Converts rows of one flow into the points of a curve.
struct CurveMaker {
  const std::vector<Duration>& times;
  const ValueColumn& values;
  std::vector<CurvePoint>& out;

  void put(std::size_t row) { out.push_back({to_seconds(times[row]), values[row]}); }

  /// Breaks the line if there was a gap before this row.
  void put_gap_before(std::size_t row, Duration longest) {
    if (out.empty() || times[row] - times[row - 1] <= longest) return;
    out.push_back({to_seconds(times[row - 1] + (times[row] - times[row - 1]) / 2), ValueColumn::absent});
  }

  void put_bucket(std::size_t first, std::size_t last) {
    const auto extremes = values.extremes(first, last);
    if (!extremes) return put(first);
    const auto [earlier, later] = std::minmax(extremes->low, extremes->high);
    put(earlier);
    if (later != earlier) put(later);
  }

  /// The first row at or after `time`; searches from `row` on, starting about `guess` rows ahead.
  std::size_t advance(std::size_t row, std::size_t guess, Duration time) const {
    std::size_t reach = guess + 1;
    while (row + reach < times.size() && times[row + reach] < time) {
      row += reach;
      reach *= 2;
    }
    const auto begin = times.begin() + static_cast<std::ptrdiff_t>(row);
    const auto end = times.begin() + static_cast<std::ptrdiff_t>(std::min(row + reach, times.size()));
    return static_cast<std::size_t>(std::lower_bound(begin, end, time) - times.begin());
  }
};

void draw_rows(CurveMaker& maker, std::size_t first, std::size_t last) {
  for (std::size_t row = first; row < last; ++row) {
    maker.put_gap_before(row, SampleStore::row_gap);
    maker.put(row);
  }
}

/// Whole buckets, also those at the edges, from that of the row `first` to that of the row before `last`.
void draw_buckets(CurveMaker& maker, std::size_t first, std::size_t last, Duration width) {
  std::size_t length = 1;
  for (std::size_t row = first; row < last; row += length) {
    const Duration end = bucket_start(maker.times[row], width) + width;
    maker.put_gap_before(row, std::max(SampleStore::row_gap, width));
    length = maker.advance(row, length, end) - row;
    maker.put_bucket(row, row + length);
  }
}

}  // namespace

void SampleStore::curve(const FlowName& flow, std::optional<double> Sample::*member, TimeRange range,
                        std::size_t buckets, std::vector<CurvePoint>& out) const {
  out.clear();
  const FlowRows* found = find(flow);
  const ValueColumn* values = found == nullptr ? nullptr : find_values(found->values, member);
  const Duration from = std::clamp(range.from, -furthest, furthest);
  const Duration to = std::clamp(range.to, -furthest, furthest);
  if (values == nullptr || to < from) return;
  CurveMaker maker{found->times, *values, out};
  const std::size_t rows = found->times.size();
  const std::size_t first = found->first_from(from);
  const std::size_t last = found->first_after(to);
  if (last - first <= buckets) return draw_rows(maker, first - (first > 0 ? 1 : 0), last + (last < rows ? 1 : 0));

  const Duration width = bucket_width(to - from, std::max<std::size_t>(buckets, 1));
  // The edges of the range lie within buckets: the points before and after it are those of the buckets next to them.
  std::size_t start = found->first_from(bucket_start(from, width));
  if (start > 0) start = found->first_from(bucket_start(found->times[start - 1], width));
  const std::size_t end = found->first_from(bucket_start(to, width) + width);
  draw_buckets(maker, start, end + (end < rows ? 1 : 0), width);
}

std::optional<CurvePoint> SampleStore::last_value(const FlowName& flow, std::optional<double> Sample::*member,
                                                  Duration time) const {
  const FlowRows* found = find(flow);
  const ValueColumn* values = found == nullptr ? nullptr : find_values(found->values, member);
  const auto row = values == nullptr ? std::nullopt : values->last_known(found->first_after(time));
  if (!row) return std::nullopt;
  return CurvePoint{to_seconds(found->times[*row]), (*values)[*row]};
}

}  // namespace evenkeel
