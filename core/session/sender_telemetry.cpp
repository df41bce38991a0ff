#include "core/session/sender_telemetry.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/session/video_send_stream.h"
#include "core/theory/predictions.h"

namespace evenkeel {
namespace {

constexpr Duration rate_memory = 1s;  // of the rate sent that theory predicts for
constexpr Duration least_rate_memory = 100ms;
constexpr Duration report_silence = 1s;  // without an arrival: two intervals of regular reports

std::optional<double> milliseconds(std::optional<Duration> d) {
  if (!d) return std::nullopt;
  return to_milliseconds(*d);
}

void sample_path(const PathMonitor& path, Sample& out) {
  out.one_way_delay_ms = milliseconds(path.one_way_delay());
  if (out.one_way_delay_ms) out.one_way_delay_kind = path.delay_kind();
  out.propagation_delay_ms = milliseconds(path.propagation_delay());
  out.queueing_delay_ms = milliseconds(path.queueing_delay());
  out.delay_variation_ms = milliseconds(path.delay_variation());
  out.round_trip_time_ms = milliseconds(path.round_trip_time().latest());
  out.reordering_window_ms = to_milliseconds(path.history().reordering_window());
  out.outstanding_bytes = static_cast<double>(path.history().in_flight().bytes());
}

void sample_counters(const SendTransport& transport, Sample& out) {
  const SendHistory& history = transport.path().history();
  out.packets_sent = static_cast<double>(history.packets_sent());
  out.packets_lost = static_cast<double>(history.packets_lost());
  out.packets_late = static_cast<double>(history.packets_late());
  out.padding_packets_sent = static_cast<double>(transport.counters().padding_packets);
  out.padding_bytes_sent = static_cast<double>(transport.counters().padding_bytes);
  out.loss_events = static_cast<double>(transport.path().loss_events());
}

void sample_video(const SendTransport& transport, VideoSendStream& video, Sample& out) {
  out.video_packets_lost = static_cast<double>(transport.path().history().packets_lost(video.rtp().ssrc()));
  out.frame_wait_ms = video.send_times().take_longest_wait();
  out.frame_send_time_ms = video.send_times().take_send_time();
}

void sample_shadows(ShadowControllers& shadows, LocalTime now, Sample& out) {
  const std::array columns{&Sample::shadow_target_1_bps, &Sample::shadow_target_2_bps, &Sample::shadow_target_3_bps};
  const auto targets = shadows.targets(now);
  for (std::size_t i = 0; i < targets.size(); ++i) out.*columns[i] = targets[i].bps();
}

void sample_controller(const RateController& controller, Sample& out) {
  const ControllerState& state = controller.state();
  out.controller_mode = state.mode;
  if (state.capacity) out.capacity_estimate_bps = state.capacity->bps();
  out.target_queue_ms = milliseconds(state.target_queue);
  out.predicted_queue_ms = milliseconds(state.predicted_queue);
}

}  // namespace

void SenderTelemetry::sample(LocalTime now, SendTransport& transport, VideoSendStream& video,
                             std::optional<DataRate> link_capacity, Sample& out) {
  link_capacity_ = link_capacity;
  const Snapshot current{now, transport.counters(), video.media_bytes(), transport.path().history().packets_lost(),
                         transport.paced_bits(now)};
  const Snapshot before = std::exchange(last_, current);
  if (transport.running() && before.time != LocalTime{} && now > before.time) {
    sample_rates(current, before, transport, out);
  }
  sample_counters(transport, out);
  sample_video(transport, video, out);
  if (!transport.running()) return;
  sample_path(transport.path(), out);
  out.target_bitrate_bps = transport.rate().bps();
  out.data_mismatch_bytes = transport.pacer().mismatch_bytes(now);
  out.pacer_queue_ms = to_milliseconds(transport.queue_time());
  sample_law(now, transport, out);
  sample_controller(transport.controller(), out);
  sample_shadows(transport.shadows(), now, out);
}

// Reports come in lumps: what they told of arrived between the last packets of the two rows' last reports. A row
// without knows nothing, until reports must have come.
void SenderTelemetry::sample_receive_rate(const Snapshot& current, const Snapshot& before, Sample& out) {
  const auto& last = current.counters.last_arrival;
  const auto& earlier = before.counters.last_arrival;
  if (last && earlier && *last > *earlier) {
    told_ = current.time;
    const std::int64_t arrived = current.counters.wire_bytes_arrived - before.counters.wire_bytes_arrived;
    out.receive_bitrate_bps = 8 * static_cast<double>(arrived) / to_seconds(*last - *earlier);
  } else if (current.time >= std::max(told_, started_) + report_silence) {
    out.receive_bitrate_bps = 0;
  }
}

void SenderTelemetry::sample_rates(const Snapshot& current, const Snapshot& before, const SendTransport& transport,
                                   Sample& out) {
  const double seconds = to_seconds(current.time - before.time);
  const auto rate = [&](std::int64_t a, std::int64_t b) { return 8 * static_cast<double>(a - b) / seconds; };
  const TransportCounters& c = current.counters;
  const TransportCounters& b = before.counters;
  out.send_bitrate_bps = rate(c.wire_bytes_sent, b.wire_bytes_sent);
  if (samples_receive_rate_) sample_receive_rate(current, before, out);
  out.sound_bitrate_bps = rate(c.sound_bytes, b.sound_bytes);
  out.media_bitrate_bps = rate(current.media, before.media);
  if (transport.config().pacing_gain < std::numeric_limits<double>::infinity()) {
    out.rate_mismatch_bps = (current.paced_bits - before.paced_bits) / seconds - *out.send_bitrate_bps;
  }
  const auto sent = static_cast<double>(c.packets_sent - b.packets_sent);
  const auto lost = static_cast<double>(current.packets_lost - before.packets_lost);
  if (sent > 0) out.fraction_lost = lost < 0 ? 0 : lost > sent ? 1 : lost / sent;
}

void SenderTelemetry::sample_law(LocalTime now, const SendTransport& transport, Sample& out) const {
  const PathConditions path = path_conditions(now, transport);
  if (!path.propagation_delay || !path.backward_delay) return;
  const std::array columns{&Sample::law_term_1, &Sample::law_term_2, &Sample::law_term_3};
  const auto terms = transport.controller().terms();
  for (std::size_t i = 0; i < std::min(terms.size(), columns.size()); ++i) out.*columns[i] = terms[i].value;
  const DelayPrediction prediction = delay_prediction(transport.controller(), path);
  out.delay_threshold_ms = milliseconds(prediction.threshold);
  // On a link of more than the highest rate allowed no law reaches the queue of its equilibrium.
  const bool fills_link = !link_capacity_ || *link_capacity_ <= transport.config().limits.maximum;
  if (fills_link) out.predicted_delay_ms = milliseconds(prediction.equilibrium);
}

PathConditions SenderTelemetry::path_conditions(LocalTime now, const SendTransport& transport) const {
  const PathMonitor& monitor = transport.path();
  PathConditions path;
  path.rate = link_capacity_ ? link_capacity_ : sent_lately(now, transport);
  path.propagation_delay = monitor.propagation_delay();
  path.backward_delay = monitor.backward_delay();
  path.min_round_trip_time = monitor.round_trip_time().minimum();
  path.round_trip_time = monitor.round_trip_time().smoothed();
  path.packet = transport.on_wire(transport.config().max_packet_size);
  return path;
}

std::optional<DataRate> SenderTelemetry::sent_lately(LocalTime now, const SendTransport& transport) const {
  const Duration span = std::min(now - started_, rate_memory);
  if (!transport.running() || span < least_rate_memory) return std::nullopt;
  const DataRate rate = transport.sent_log().rate_over(span, now);
  return rate > DataRate() ? std::optional(rate) : std::nullopt;
}

}  // namespace evenkeel
