#include "core/session/sender.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/theory/predictions.h"

namespace evenkeel {
namespace {

std::optional<double> milliseconds(std::optional<Duration> d) {
  if (!d) return std::nullopt;
  return to_milliseconds(*d);
}

constexpr Duration rate_memory = 1s;  // of the rate sent that theory predicts for
constexpr Duration least_rate_memory = 100ms;

}  // namespace

void Sender::sample(LocalTime now, Sample& out) {
  now_ = now;
  link_capacity_.reset();
  if (out.link_capacity_bps) link_capacity_ = bits_per_second(*out.link_capacity_bps);
  sample_rates(now, out);
  sample_path(out);
  if (!running_) return;
  out.target_bitrate_bps = rate_.bps();
  out.data_mismatch_bytes = send_loop_->state(now).mismatch_bytes;
  out.pacer_queue_ms = to_milliseconds(pacer_queue());
  sample_law(out);
  sample_controller(out);
}

void Sender::sample_rates(LocalTime now, Sample& out) {
  integrate_rate(now);
  const SendHistory& history = path_.history();
  const Snapshot current{now,          wire_bytes_sent_,       wire_bytes_arrived_,    last_arrival_,
                         media_bytes_, history.packets_sent(), history.packets_lost(), rate_integral_};
  const Snapshot before = std::exchange(last_sample_, current);
  const double seconds = to_seconds(now - before.time);
  if (!running_ || before.time == LocalTime{} || seconds <= 0) return;
  const auto rate = [&](std::int64_t a, std::int64_t b) { return 8 * static_cast<double>(a - b) / seconds; };
  out.send_bitrate_bps = rate(current.sent, before.sent);
  // Reports come in lumps: what they told of arrived between the last packets of the two rows' last reports.
  const bool told = current.last_arrival && before.last_arrival && *current.last_arrival > *before.last_arrival;
  const double span = told ? to_seconds(*current.last_arrival - *before.last_arrival) : seconds;
  out.receive_bitrate_bps = 8 * static_cast<double>(current.arrived - before.arrived) / span;
  out.media_bitrate_bps = rate(current.media, before.media);
  const bool paced = config_.pacing_gain < std::numeric_limits<double>::infinity();
  if (paced) out.rate_mismatch_bps = (current.rate_integral - before.rate_integral) / seconds - *out.send_bitrate_bps;
  const auto sent = static_cast<double>(current.packets_sent - before.packets_sent);
  const auto lost = static_cast<double>(current.packets_lost - before.packets_lost);
  if (sent > 0) out.fraction_lost = lost < 0 ? 0 : lost > sent ? 1 : lost / sent;
}

void Sender::sample_path(Sample& out) const {
  const SendHistory& history = path_.history();
  out.one_way_delay_ms = milliseconds(path_.one_way_delay());
  if (out.one_way_delay_ms) out.one_way_delay_kind = path_.delay_kind();
  out.propagation_delay_ms = milliseconds(path_.propagation_delay());
  out.queueing_delay_ms = milliseconds(path_.queueing_delay());
  out.round_trip_time_ms = milliseconds(path_.round_trip_time().latest());
  out.packets_sent = static_cast<double>(history.packets_sent());
  out.packets_lost = static_cast<double>(history.packets_lost());
  out.padding_packets_sent = static_cast<double>(padding_packets_sent_);
  out.padding_bytes_sent = static_cast<double>(padding_bytes_sent_);
  out.loss_events = static_cast<double>(path_.loss_events());
  out.outstanding_bytes = static_cast<double>(history.in_flight().bytes());
}

void Sender::sample_law(Sample& out) const {
  const PathConditions path = path_conditions();
  if (!path.propagation_delay || !path.backward_delay) return;
  const std::array columns{&Sample::law_term_1, &Sample::law_term_2, &Sample::law_term_3};
  const auto terms = controller_->terms();
  for (std::size_t i = 0; i < std::min(terms.size(), columns.size()); ++i) out.*columns[i] = terms[i].value;
  const DelayPrediction prediction = delay_prediction(*controller_, path);
  out.delay_threshold_ms = milliseconds(prediction.threshold);
  if (can_fill_link()) out.predicted_delay_ms = milliseconds(prediction.equilibrium);
}

void Sender::sample_controller(Sample& out) const {
  const ControllerState& state = controller_->state();
  out.controller_mode = state.mode;
  if (state.capacity) out.capacity_estimate_bps = state.capacity->bps();
  out.target_queue_ms = milliseconds(state.target_queue);
  out.predicted_queue_ms = milliseconds(state.predicted_queue);
}

/// On a link of more than the highest rate allowed no law reaches the queue of its equilibrium.
bool Sender::can_fill_link() const { return !link_capacity_ || *link_capacity_ <= config_.limits.maximum; }

PathConditions Sender::path_conditions() const {
  PathConditions path;
  path.rate = link_capacity_ ? link_capacity_ : sent_lately();
  path.propagation_delay = path_.propagation_delay();
  path.backward_delay = path_.backward_delay();
  path.min_round_trip_time = path_.round_trip_time().minimum();
  path.round_trip_time = path_.round_trip_time().smoothed();
  path.packet = bytes(static_cast<std::int64_t>(config_.max_packet_size)) + config_.ip_overhead;
  return path;
}

std::optional<DataRate> Sender::sent_lately() const {
  const Duration span = std::min(now_ - started_, rate_memory);
  if (!running_ || span < least_rate_memory) return std::nullopt;
  const DataRate rate = sent_log_.sent_after(now_ - span) / span;
  return rate > DataRate() ? std::optional(rate) : std::nullopt;
}

}  // namespace evenkeel
