#include "gui/store/call_conditions.h"

#include <algorithm>

#include "gui/store/counter_growth.h"

namespace evenkeel {
namespace {

using Member = std::optional<double> Sample::*;

constexpr double stale_s = 2;  ///< what nobody has told for so long says nothing of now

std::optional<double> growth(const SampleStore& store, const FlowName& flow, Member counter, Duration now) {
  const auto point = growth_at(store, flow, counter, now, conditions_counted);
  if (!point || to_seconds(now) - point->time_s > stale_s) return std::nullopt;
  return point->value;
}

/// Of `part` in `part` and `rest` together.
std::optional<double> share(std::optional<double> part, std::optional<double> rest) {
  if (!part || !rest || *part + *rest <= 0) return std::nullopt;
  return std::clamp(*part / (*part + *rest), 0.0, 1.0);
}

std::optional<double> of_total(std::optional<double> part, std::optional<double> total) {
  if (!part || !total) return std::nullopt;
  return share(part, std::max(*total - *part, 0.0));
}

std::optional<double> mean(const std::vector<Sample>& rows, Member gauge) {
  double sum = 0;
  int count = 0;
  for (const Sample& row : rows) {
    if (!(row.*gauge)) continue;
    sum += *(row.*gauge);
    ++count;
  }
  return count == 0 ? std::nullopt : std::optional(sum / count);
}

}  // namespace

CallConditions conditions_at(const SampleStore& store, const FlowName& outgoing, const FlowName& incoming,
                             Duration now) {
  const auto in = [&](Member counter) { return growth(store, incoming, counter, now); };
  const auto out = [&](Member counter) { return growth(store, outgoing, counter, now); };
  const TimeRange lately{now - conditions_averaged, now};
  const std::vector<Sample> incoming_rows = store.rows_in(incoming, lately);
  const std::vector<Sample> outgoing_rows = store.rows_in(outgoing, lately);
  CallConditions found;
  found.frozen = in(&Sample::total_freezes_duration_s);
  found.concealed = of_total(in(&Sample::concealed_samples), in(&Sample::total_samples_received));
  found.lost_incoming = share(in(&Sample::audio_packets_lost), in(&Sample::audio_packets_received));
  found.lost_outgoing = of_total(out(&Sample::packets_lost), out(&Sample::packets_sent));
  // An absent one is less than any that is there.
  found.delay_ms =
      std::max(mean(incoming_rows, &Sample::end_to_end_delay_ms), mean(incoming_rows, &Sample::sound_delay_ms));
  found.round_trip_ms = mean(outgoing_rows, &Sample::round_trip_time_ms);
  found.target_bps = mean(outgoing_rows, &Sample::target_bitrate_bps);
  return found;
}

}  // namespace evenkeel
