#include "gui/store/counted_events.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace evenkeel {
namespace {

using Counter = std::optional<double> Sample::*;

/// What the counter stood at before the range. It starts at 0, unless the rows of its start were dropped.
std::optional<double> count_before(const SampleStore& store, const FlowName& flow, Counter counter, Duration from) {
  const Duration before = std::max(from, Duration::min() + Duration(1)) - Duration(1);
  if (const auto known = store.last_value(flow, counter, before)) return known->value;
  if (store.dropped_rows(flow) > 0) return std::nullopt;
  return 0;
}

/// A counter that falls (packets believed lost that came after all) has counted nothing until it is above where it was.
void count(const SampleStore& store, const FlowName& flow, Counter counter, CountedEvent::Kind kind, TimeRange range,
           std::vector<CountedEvent>& events) {
  std::vector<CurvePoint> curve;
  store.curve(flow, counter, range, std::numeric_limits<std::size_t>::max(), curve);
  std::optional<double> highest = count_before(store, flow, counter, range.from);
  for (const CurvePoint& point : curve) {
    const Duration time = from_seconds(point.time_s);
    if (time < range.from || time > range.to || std::isnan(point.value)) continue;
    const double grown = std::min(point.value - highest.value_or(point.value), 1e9);
    if (grown >= 1) events.push_back({kind, time, static_cast<int>(grown)});
    highest = std::max(point.value, highest.value_or(point.value));
  }
}

}  // namespace

std::vector<CountedEvent> counted_events(const SampleStore& store, const FlowName& flow, TimeRange range) {
  std::vector<CountedEvent> events;
  count(store, flow, &Sample::key_frames_encoded, CountedEvent::Kind::key_frame, range, events);
  count(store, flow, &Sample::packets_lost, CountedEvent::Kind::loss, range, events);
  std::stable_sort(events.begin(), events.end(),
                   [](const CountedEvent& a, const CountedEvent& b) { return a.time < b.time; });
  return events;
}

}  // namespace evenkeel
