#include "app/bench/frames/frame_measure.h"

#include <algorithm>
#include <cmath>

#include "app/lab/claims/statistics.h"
#include "core/telemetry/percentile.h"

namespace evenkeel::bench {
namespace {

constexpr DataSize small_packet = bytes(200);  // of a voice call

}  // namespace

Quantiles quantiles_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) { return percentile_of_sorted(values, share); };
  return {at(0.5), at(0.95), at(0.99), values.back()};
}

void FrameMeasure::add(const FrameCall& call, LocalTime from, int frames_skipped) {
  ++runs_;
  if (!call.failure().empty()) result_.failure = call.failure();
  result_.frames_skipped += frames_skipped;
  add_frames(call, from);
  add_packets(call, from);
  add_moments(call, from);
}

void FrameMeasure::add_frames(const FrameCall& call, LocalTime from) {
  std::int64_t whole = 0;
  for (const LoggedFrame& frame : call.log().frames()) {
    if (!counts(frame.captured, from)) continue;
    ++result_.frames_sent;
    pacer_waits_.push_back(to_milliseconds(frame.departed - frame.captured));
    if (!frame.whole()) continue;
    ++whole;
    frame_delays_.push_back(to_milliseconds(frame.arrived - frame.captured));
  }
  const auto of_interest = [&](LocalTime captured) { return counts(captured, from); };
  const auto shown = std::count_if(call.shown().begin(), call.shown().end(), of_interest);
  result_.frames_stuck += whole - std::min<std::int64_t>(whole, shown);
  result_.frames_lost = result_.frames_sent - static_cast<std::int64_t>(frame_delays_.size());
}

void FrameMeasure::add_packets(const FrameCall& call, LocalTime from) {
  for (const auto& packet : call.sent()) {
    if (!counts(packet.time, from)) continue;
    ++result_.packets_sent;
    if (packet.refused) ++result_.packets_lost;
    queues_seen_.push_back(to_milliseconds(packet.queue));
    bytes_sent_ += static_cast<double>(packet.bytes);
  }
  for (const auto& packet : call.received()) {
    if (!counts(packet.time, from)) continue;
    on_the_way_.push_back(to_milliseconds(packet.on_the_way));
    bytes_received_ += static_cast<double>(packet.bytes);
  }
}

void FrameMeasure::add_moments(const FrameCall& call, LocalTime from) {
  const Duration room_needed = small_packet / result_.plan.link;
  for (const auto& moment : call.moments()) {
    if (!counts(moment.time, from)) continue;
    queues_.push_back(to_milliseconds(moment.queue));
    if (moment.queue + room_needed > result_.plan.buffer) ++moments_without_room_;
  }
  for (const Sample& s : call.samples()) {
    const bool of_interest = s.time >= result_.plan.warm_up && s.time < result_.plan.warm_up + result_.plan.duration;
    if (of_interest && s.target_bitrate_bps) targets_.push_back(*s.target_bitrate_bps);
  }
}

FramePacingResult FrameMeasure::result() const {
  FramePacingResult r = result_;
  r.frame_delay_ms = quantiles_of(frame_delays_);
  r.pacer_wait_ms = quantiles_of(pacer_waits_);
  r.queue_seen_ms = quantiles_of(queues_seen_);
  r.queue_by_time_ms = quantiles_of(queues_);
  r.others_refused = queues_.empty() ? 0 : moments_without_room_ / static_cast<double>(queues_.size());
  const double seconds = to_seconds(r.plan.duration) * std::max(1, runs_);
  r.sent_bps = 8 * bytes_sent_ / seconds;
  r.received_bps = 8 * bytes_received_ / seconds;
  r.target_bps = targets_.empty() ? 0 : mean_of(targets_);
  r.target_deviation_bps = targets_.empty() ? 0 : deviation_of(targets_);
  r.one_way_delay_ms = on_the_way_.empty() ? 0 : mean_of(on_the_way_);
  return r;
}

}  // namespace evenkeel::bench
