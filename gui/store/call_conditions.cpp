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

/// Whether pictures came, or went, all the time in which they are counted: not where the first one is newer.
bool counts_pictures(const SampleStore& store, const FlowName& flow, Duration now) {
  const auto row = store.row_at(flow, now - conditions_counted);
  return row && row->frames_per_second;
}

/// Whether nine in ten of the intervals between shown pictures are half to twice of what they are on average; those of
/// pictures that come by chance are not. None at all are even.
bool are_shown_evenly(const std::vector<Sample>& rows, double shown_fps) {
  const double average_ms = 1000 / shown_fps;
  int count = 0;
  int even = 0;
  for (const Sample& row : rows) {
    if (!row.longest_frame_interval_ms) continue;
    ++count;
    if (*row.longest_frame_interval_ms >= average_ms / 2 && *row.longest_frame_interval_ms <= average_ms * 2) ++even;
  }
  return even >= 0.9 * count;
}

double most_received(const SampleStore& store, const FlowName& flow, Duration now) {
  double most = 0;
  for (Duration time = now; time > now - conditions_remembered; time -= conditions_counted) {
    if (!counts_pictures(store, flow, time)) break;  // before it may be another caller
    most = std::max(most, growth(store, flow, &Sample::frames_received, time).value_or(0));
  }
  return most;
}

void count_received(const SampleStore& store, const FlowName& flow, Duration now, CallConditions& found) {
  if (!counts_pictures(store, flow, now)) return;
  found.received_fps = growth(store, flow, &Sample::frames_received, now);
  found.overtaken_fps = growth(store, flow, &Sample::pictures_overtaken, now);
  found.lost_fps = growth(store, flow, &Sample::frames_dropped, now);
  found.decoding = growth(store, flow, &Sample::total_decode_time_s, now);
  const auto decoded = growth(store, flow, &Sample::frames_decoded, now);
  if (!decoded) return;
  found.shown_fps = std::max(*decoded - found.overtaken_fps.value_or(0), 0.0);
  if (are_shown_evenly(store.rows_in(flow, {now - conditions_counted, now}), *found.shown_fps))
    found.expected_fps = most_received(store, flow, now);
}

void count_sent(const SampleStore& store, const FlowName& flow, Duration now, CallConditions& found) {
  if (!counts_pictures(store, flow, now)) return;
  found.sent_fps = growth(store, flow, &Sample::frames_encoded, now);
  found.skipped_fps = growth(store, flow, &Sample::frames_skipped, now);
  found.encoding = growth(store, flow, &Sample::total_encode_time_s, now);
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
  count_received(store, incoming, now, found);
  count_sent(store, outgoing, now, found);
  return found;
}

}  // namespace evenkeel
