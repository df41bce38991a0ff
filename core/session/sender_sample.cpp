#include "core/session/sender.h"

#include <utility>

namespace evenkeel {
namespace {

std::optional<double> milliseconds(std::optional<Duration> d) {
  if (!d) return std::nullopt;
  return to_milliseconds(*d);
}

}  // namespace

void Sender::sample(LocalTime now, Sample& out) {
  integrate_rate(now);
  const SendHistory& history = path_.history();
  const Snapshot current{now,           wire_bytes_sent_,       wire_bytes_arrived_,
                         media_bytes_,  history.packets_sent(), history.packets_lost(),
                         rate_integral_};
  const Snapshot before = std::exchange(last_sample_, current);
  const double seconds = to_seconds(now - before.time);
  if (running_ && before.time != LocalTime{} && seconds > 0) {
    const auto rate = [&](std::int64_t a, std::int64_t b) { return 8 * static_cast<double>(a - b) / seconds; };
    out.send_bitrate_bps = rate(current.sent, before.sent);
    // Reports come in lumps, so that this scatters from row to row; smoothed, it would no longer add up to what
    // arrived.
    out.receive_bitrate_bps = rate(current.arrived, before.arrived);
    out.media_bitrate_bps = rate(current.media, before.media);
    out.rate_mismatch_bps = (current.rate_integral - before.rate_integral) / seconds - *out.send_bitrate_bps;
    const auto sent = static_cast<double>(current.packets_sent - before.packets_sent);
    const auto lost = static_cast<double>(current.packets_lost - before.packets_lost);
    if (sent > 0) out.fraction_lost = lost < 0 ? 0 : lost > sent ? 1 : lost / sent;
  }
  if (running_) {
    out.target_bitrate_bps = rate_.bps();
    out.data_mismatch_bytes = send_loop_->state(now).mismatch_bytes;
    out.pacer_queue_ms = to_milliseconds(pacer_queue());
  }
  out.one_way_delay_ms = milliseconds(path_.one_way_delay());
  if (out.one_way_delay_ms) out.one_way_delay_kind = path_.delay_kind();
  out.queueing_delay_ms = milliseconds(path_.queueing_delay());
  out.round_trip_time_ms = milliseconds(path_.round_trip_time().latest());
  out.packets_sent = static_cast<double>(history.packets_sent());
  out.packets_lost = static_cast<double>(history.packets_lost());
  out.loss_events = static_cast<double>(path_.loss_events());
  out.outstanding_bytes = static_cast<double>(history.in_flight().bytes());
}

}  // namespace evenkeel
