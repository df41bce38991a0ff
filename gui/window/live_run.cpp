#include "gui/window/live_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/quantity.h"

namespace evenkeel {
namespace {

constexpr Duration averaging = std::chrono::seconds(1);

std::optional<double> mean(const std::vector<Sample>& rows, std::optional<double> Sample::*member) {
  double sum = 0;
  int count = 0;
  for (const Sample& row : rows) {
    if (!(row.*member)) continue;
    sum += *(row.*member);
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

std::optional<Duration> milliseconds(std::optional<double> ms) {
  if (!ms) return std::nullopt;
  return Duration(static_cast<std::int64_t>(std::llround(*ms * 1e6)));
}

constexpr double used_share = 0.75;  // of its target: a source that sends less limits itself
constexpr double at_maximum = 0.99;  // of the maximum: the target swings a little

/// The maximum of a call, as it tells it.
std::optional<double> maximum_of(const OptionTexts& limits) {
  const auto text = limits.find("max-bitrate");
  if (text == limits.end()) return std::nullopt;
  const auto rate = parse_rate(text->second);
  return rate ? std::optional(rate.value->bps()) : std::nullopt;
}

RateBound bound_of(const std::vector<Sample>& rows, std::optional<double> capacity, std::optional<double> maximum) {
  const auto target = mean(rows, &Sample::target_bitrate_bps);
  const auto sent = mean(rows, &Sample::send_bitrate_bps);
  if (!target || !sent) return RateBound::none;
  if (*sent < used_share * *target) return RateBound::source;
  const bool reached = maximum && *target >= at_maximum * *maximum && (!capacity || *capacity > *maximum);
  return reached ? RateBound::maximum : RateBound::none;
}

}  // namespace

bool LiveRun::apply(const CallUpdates& updates) {
  const bool another = updates.status.run != status_.run;
  if (another) {
    data_.store.clear();
    data_.events.clear();
    data_.shadows.clear();
    min_round_trip_ms_.clear();
  }
  status_ = updates.status;
  data_.shadows.change(another ? Duration() : status_.run_time, status_.shadows);
  for (const Sample& sample : updates.samples) {
    data_.store.add(sample);
    if (!sample.round_trip_time_ms) continue;
    const auto [least, first] = min_round_trip_ms_.try_emplace(sample.flow, *sample.round_trip_time_ms);
    if (!first) least->second = std::min(least->second, *sample.round_trip_time_ms);
  }
  data_.events.insert(data_.events.end(), updates.events.begin(), updates.events.end());
  return another;
}

PathConditions LiveRun::path(const FlowName& flow) const {
  const Duration end = data_.store.extent().to;
  const auto rows = data_.store.rows_in(flow, {end - averaging, end});
  // Of what changes in steps the last value: a mean would pass through values that never were.
  const auto last = [&](std::optional<double> Sample::*member) -> std::optional<double> {
    const auto found = data_.store.last_value(flow, member, end);
    if (!found || from_seconds(found->time_s) < end - averaging) return std::nullopt;
    return found->value;
  };
  const auto capacity = last(&Sample::link_capacity_bps);
  const auto maximum = maximum_of(status_.limits);
  PathConditions path;
  path.bound = bound_of(rows, capacity, maximum);
  auto rate = capacity ? capacity : mean(rows, &Sample::send_bitrate_bps);
  if (path.bound == RateBound::maximum) rate = maximum;
  if (rate && *rate > 0) path.rate = bits_per_second(*rate);
  path.propagation_delay = milliseconds(last(&Sample::propagation_delay_ms));
  path.round_trip_time = milliseconds(mean(rows, &Sample::round_trip_time_ms));
  const auto forward = mean(rows, &Sample::one_way_delay_ms);
  if (forward && path.round_trip_time) {
    path.backward_delay = std::max(Duration::zero(), *path.round_trip_time - *milliseconds(forward));
  }
  const auto least = min_round_trip_ms_.find(flow);
  if (least != min_round_trip_ms_.end()) path.min_round_trip_time = milliseconds(least->second);
  path.target_queue = milliseconds(last(&Sample::target_queue_ms));
  path.equilibrium = milliseconds(last(&Sample::predicted_delay_ms));
  return path;
}

std::optional<ControllerMode> LiveRun::mode(const FlowName& flow) const {
  const Duration end = data_.store.extent().to;
  const auto spans = data_.store.mode_spans(flow, {end - averaging, end});
  return spans.empty() ? std::nullopt : std::optional(spans.back().mode);
}

}  // namespace evenkeel
