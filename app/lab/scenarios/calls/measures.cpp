#include "app/lab/scenarios/calls/measures.h"

#include <algorithm>
#include <cmath>

#include "app/lab/scenarios/calls/parts.h"
#include "app/lab/scenarios/scenario_math.h"
#include "core/link/capacity.h"
#include "core/telemetry/percentile.h"

namespace evenkeel::lab {
namespace {

using Worst = CallsMeasure::Worst;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double percent = 100;

/// Results cover the whole run, so they are only used for runs in full length.
bool is_whole(const CallsVariant& variant, const RunRecord& run) {
  return !run.flows.empty() && run.duration >= variant.length;
}

/// The sum or maximum of a result over the media flows; NaN if one has none.
double sum_of(const CallsVariant& variant, const RunRecord& run, const char* result) {
  if (!is_whole(variant, run)) return unknown;
  double sum = 0;
  for (const auto& media : variant.media) sum += run.result(result, media.name);
  return sum;
}

double maximum_of(const CallsVariant& variant, const RunRecord& run, const char* result) {
  if (!is_whole(variant, run)) return unknown;
  std::vector<double> values;
  for (const auto& media : variant.media) values.push_back(run.result(result, media.name));
  return max_of(values);
}

/// Sums over flows in the media's direction.
double others_rate(const CallsVariant& variant, const RunRecord& run) {
  double sum = 0;
  for (const FlowPlan& flow : variant.others) {
    if (flow.from < flow.to) sum += run.result("measuredBitrate", flow.name);
  }
  return sum;
}

bool is_active(const CallsVariant::Media& media, const ActiveTime& within) {
  return media.active.empty() || (media.active.front().from <= within.from && media.active.back().to >= within.to);
}

double jain_within(const CallsVariant& variant, const RunRecord& run, const ActiveTime& time) {
  std::vector<std::string> flows;
  for (const auto& media : variant.media) {
    if (is_active(media, time)) flows.push_back(media.name);
  }
  return flows.size() < 2 ? 1 : run.jain(flows, &Sample::receive_bitrate_bps, time.from, time.to);
}

const std::vector<Sample>& rows_of(const CallsVariant& variant, const RunRecord& run) {
  return run.flows.find(variant.media.front().name)->second;
}

bool can_time(const CallsVariant& variant, const RunRecord& run, Duration event) {
  return is_whole(variant, run) && variant.length > event && run.flows.contains(variant.media.front().name);
}

/// Time from the event to the first row from which `good` holds for `span`. If that never happens, the rest of the run.
template <class Good>
double time_until(const CallsVariant& variant, const RunRecord& run, Duration event, Duration span, Good good) {
  if (!can_time(variant, run, event)) return unknown;
  for (const Sample& row : rows_of(variant, run)) {
    const Duration from = row.time - 100ms;
    if (from >= event && from + span <= variant.length && good(from, from + span)) return to_seconds(row.time - event);
  }
  return to_seconds(variant.length - event);
}

std::vector<double> measured_values(const CallsVariant& variant, const RunRecord& run, RunRecord::Column column) {
  std::vector<double> all;
  for (const ActiveTime& time : variant.measured) {
    const auto values = run.values(variant.media.front().name, column, time.from, time.to);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

}  // namespace

double calls_capacity(const CallsVariant& variant, Duration from, Duration to) {
  const LinkPlan& link = forward_of(variant);
  std::vector<CapacityStep> steps{{Duration::zero(), link.rate}};
  steps.insert(steps.end(), link.steps.begin(), link.steps.end());
  return Capacity::schedule(steps).bits_between(from, to) / to_seconds(to - from);
}

double calls_capacity(const CallsVariant& variant) {
  double bits = 0;
  double seconds = 0;
  for (const ActiveTime& time : variant.measured) {
    bits += calls_capacity(variant, time.from, time.to) * to_seconds(time.to - time.from);
    seconds += to_seconds(time.to - time.from);
  }
  return bits / seconds;
}

CallsMeasure calls_use() {
  return {"utilisation [%]", 1, Worst::minimum, [](const CallsVariant& variant, const RunRecord& run) {
            const double left = calls_capacity(variant) - others_rate(variant, run);
            return percent * sum_of(variant, run, "measuredBitrate") / left;
          }};
}

CallsMeasure calls_use_of_rows() {
  return {"utilisation [%]", 1, Worst::minimum, [](const CallsVariant& variant, const RunRecord& run) {
            if (!is_whole(variant, run)) return unknown;
            const double there = average_of(measured_values(variant, run, &Sample::link_capacity_bps));
            return percent * sum_of(variant, run, "measuredBitrate") / there;
          }};
}

CallsMeasure calls_share() {
  return {"share [%]", 1, Worst::minimum, [](const CallsVariant& variant, const RunRecord& run) {
            return percent * sum_of(variant, run, "measuredBitrate") / calls_capacity(variant);
          }};
}

CallsMeasure calls_use_between(const std::string& column, Duration from, Duration to) {
  return {column, 1, Worst::minimum, [=](const CallsVariant& variant, const RunRecord& run) {
            double sum = 0;
            for (const auto& media : variant.media) {
              sum += run.mean(media.name, &Sample::receive_bitrate_bps, from, to);
            }
            return percent * sum / calls_capacity(variant, from, to);
          }};
}

CallsMeasure calls_use_within(const std::string& column, std::vector<ActiveTime> (*times)(const CallsVariant&)) {
  return {column, 1, Worst::minimum, [times](const CallsVariant& variant, const RunRecord& run) {
            double used = 0;
            double there = 0;
            for (const ActiveTime& time : times(variant)) {
              const double seconds = to_seconds(time.to - time.from);
              for (const auto& media : variant.media) {
                used += seconds * run.mean(media.name, &Sample::receive_bitrate_bps, time.from, time.to);
              }
              there += seconds * calls_capacity(variant, time.from, time.to);
            }
            return is_whole(variant, run) && there > 0 ? percent * used / there : unknown;
          }};
}

CallsMeasure calls_queue_of_rows(const std::string& column, double rank, Duration from) {
  return {column, 1, Worst::maximum, [=](const CallsVariant& variant, const RunRecord& run) {
            const std::string& flow = variant.media.front().name;
            return run.percentile(flow, &Sample::link_queue_ms, rank, from, variant.length);
          }};
}

CallsMeasure calls_queue(int percentile) {
  const std::string rank = std::to_string(percentile);
  return {"queue p" + rank + " [ms]", 1, Worst::maximum, [rank](const CallsVariant& variant, const RunRecord& run) {
            return maximum_of(variant, run, ("queueWaitP" + rank).c_str());
          }};
}

CallsMeasure calls_queue_peak() {
  return {"queue peak [ms]", 1, Worst::maximum,
          [](const CallsVariant& variant, const RunRecord& run) { return maximum_of(variant, run, "queueWaitMax"); }};
}

CallsMeasure calls_loss() {
  return {"loss [%]", 2, Worst::maximum, [](const CallsVariant& variant, const RunRecord& run) {
            return percent * sum_of(variant, run, "packetsLost") / sum_of(variant, run, "packetsSent");
          }};
}

CallsMeasure calls_jain() {
  return {"Jain", 3, Worst::minimum, [](const CallsVariant& variant, const RunRecord& run) {
            if (!is_whole(variant, run)) return unknown;
            std::vector<double> indices;
            for (const ActiveTime& time : variant.measured) indices.push_back(jain_within(variant, run, time));
            return min_of(indices);
          }};
}

CallsMeasure calls_time_to_rate(const std::string& column, Duration event) {
  return {column, 1, Worst::maximum, [event](const CallsVariant& variant, const RunRecord& run) {
            const std::string& flow = variant.media.front().name;
            const double wanted = 0.8 * calls_capacity(variant, event, event + 1s);
            return time_until(variant, run, event, 300ms, [&](Duration from, Duration to) {
              return run.mean(flow, &Sample::receive_bitrate_bps, from, to) >= wanted;
            });
          }};
}

CallsMeasure calls_time_to_queue(const std::string& column, Duration event, double limit_ms) {
  return {column, 1, Worst::maximum, [event, limit_ms](const CallsVariant& variant, const RunRecord& run) {
            const std::string& flow = variant.media.front().name;
            return time_until(variant, run, event, 1s, [&](Duration from, Duration to) {
              return run.maximum(flow, &Sample::link_queue_ms, from, to) < limit_ms;
            });
          }};
}

CallsMeasure calls_oscillation() {
  return {"oscillation [%]", 1, Worst::maximum, [](const CallsVariant& variant, const RunRecord& run) {
            std::vector<double> rates;
            for (const ActiveTime& time : variant.measured) {
              for (Duration t = time.from; t + 1s <= time.to; t += 1s) {
                rates.push_back(run.mean(variant.media.front().name, &Sample::receive_bitrate_bps, t, t + 1s));
              }
            }
            return is_whole(variant, run) ? percent * variation_of(rates) : unknown;
          }};
}

CallsMeasure calls_sender_queue() {
  return {"sender queue p95 [ms]", 1, Worst::maximum, [](const CallsVariant& variant, const RunRecord& run) {
            auto values = measured_values(variant, run, &Sample::pacer_queue_ms);
            std::sort(values.begin(), values.end());
            return values.empty() ? unknown : percentile_of_sorted(values, 0.95);
          }};
}

CallsMeasure calls_competition() {
  return {"competition [s]", 1, Worst::maximum, [](const CallsVariant& variant, const RunRecord& run) {
            if (!can_time(variant, run, Duration::zero()) || !run.name.starts_with("darc")) return unknown;
            int longest = 0;
            int rows = 0;
            bool told = false;  // telemetry of older versions has no modes
            for (const Sample& row : rows_of(variant, run)) {
              told = told || row.controller_mode;
              const bool competes = row.controller_mode == ControllerMode::competition;
              rows = competes ? rows + 1 : 0;
              longest = std::max(longest, rows);
            }
            return told ? 0.1 * longest : unknown;  // a row each 100 ms
          }};
}

std::vector<CallsMeasure> calls_basics() {
  return {calls_use(), calls_queue(50), calls_queue(95), calls_queue(99), calls_loss()};
}

}  // namespace evenkeel::lab
