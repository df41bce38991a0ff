#include "core/session/av_sync.h"

#include <algorithm>

#include "core/rtp/opus_payload.h"

namespace evenkeel {
namespace {

constexpr Duration max_early = 20ms;
constexpr Duration max_late = 60ms;
constexpr Duration max_late_for_picture = 80ms;
constexpr double correction = 0.01;  // seconds per second
constexpr Duration max_hold = 500ms;
constexpr Duration gone_after = 1s;
constexpr double skew_smoothing = 0.1;  // per picture
constexpr Duration max_skew = 10s;
constexpr double picture_clock_rate = 90'000;
constexpr double ntp_units = 4294967296.0;  // per second

void raise(Duration& hold, Duration by) { hold = std::min(hold + by, max_hold); }
void lower(Duration& hold, Duration by) { hold = std::max(hold - by, Duration::zero()); }

}  // namespace

double AvSync::since_report(const Stream& stream, double clock_rate) {
  return static_cast<std::int32_t>(stream.last->rtp_timestamp - stream.report->rtp_timestamp) / clock_rate;
}

std::optional<std::uint64_t> AvSync::sound_captured(std::uint32_t rtp_timestamp) const {
  if (!sound_.report) return std::nullopt;
  const double since =
      static_cast<std::int32_t>(rtp_timestamp - sound_.report->rtp_timestamp) / double{opus_clock_rate};
  return sound_.report->ntp + static_cast<std::uint64_t>(static_cast<std::int64_t>(since * ntp_units));
}

std::optional<Duration> AvSync::measure() const {
  if (!sound_.report || !sound_.last || !picture_.report || !picture_.last) return std::nullopt;
  const auto ntp = static_cast<std::int64_t>(sound_.report->ntp - picture_.report->ntp);
  const double captured = static_cast<double>(ntp) / ntp_units + since_report(sound_, opus_clock_rate) -
                          since_report(picture_, picture_clock_rate);
  const double skew = to_seconds(sound_.last->at - picture_.last->at) - captured;
  if (std::abs(skew) > to_seconds(max_skew)) return std::nullopt;
  return from_seconds(skew);
}

void AvSync::on_picture(std::uint32_t rtp_timestamp, LocalTime seen) {
  picture_.last = {rtp_timestamp, seen};
  if (!sound_.last || seen - sound_.last->at >= gone_after) return;  // on_time() gives back what was held
  const auto measured = measure();
  if (measured && skew_) {
    skew_ = *skew_ + from_seconds(skew_smoothing * to_seconds(*measured - *skew_));
  } else {
    skew_ = measured;
  }
  const Duration step = step_until(seen);
  if (skew_) correct(*skew_, step);
}

Duration AvSync::step_until(LocalTime now) {
  const Duration passed = corrected_ ? std::clamp<Duration>(now - *corrected_, 0s, 1s) : Duration::zero();
  corrected_ = std::max(now, corrected_.value_or(now));
  return from_seconds(correction * to_seconds(passed));
}

void AvSync::on_time(LocalTime now) {
  const auto is_there = [&](const Stream& stream) { return stream.last && now - stream.last->at < gone_after; };
  if (is_there(sound_) && is_there(picture_)) return;
  skew_.reset();  // of what is not there
  const Duration step = step_until(now);
  lower(sound_hold_, step);
  lower(picture_hold_, step);
}

// A hold is delay: it goes as soon as the window allows, and before the other one comes. No step goes beyond the
// window's edge.
void AvSync::correct(Duration skew, Duration step) {
  if (skew > Duration::zero() && sound_hold_ > Duration::zero()) {
    lower(sound_hold_, std::min(step, skew));
  } else if (skew < max_late && picture_hold_ > Duration::zero()) {
    lower(picture_hold_, std::min(step, max_late - skew));
  } else if (skew < -max_early) {
    raise(sound_hold_, std::min(step, -max_early - skew));
  } else if (skew > max_late_for_picture) {
    raise(picture_hold_, std::min(step, skew - max_late_for_picture));
  }
}

}  // namespace evenkeel
