#include "app/record/call/remote_timeline.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr Duration window = 5s;
constexpr Duration settling = 1s;       // nothing is placed by what is so young
constexpr double follow_speed = 0.005;  // seconds per second: nobody hears it
constexpr Duration another_clock = 1s;  // what differs more is no drift
constexpr Duration max_before = 3s;     // between capture and arrival: a standstill of the way
constexpr Duration max_after = 100ms;
constexpr double picture_rate = 90'000;
constexpr double sound_rate = 48'000;
constexpr double ntp_units = 4294967296.0;  // per second

double rate_of(RemoteTimeline::Stream stream) {
  return stream == RemoteTimeline::Stream::picture ? picture_rate : sound_rate;
}

Duration span(std::uint32_t to, std::uint32_t from, double rate) {
  return Duration(std::llround(static_cast<std::int32_t>(to - from) / rate * 1e9));
}

}  // namespace

void LeastDelay::observe(Duration delay, LocalTime now) {
  if (!value_) {
    value_ = newest_least_ = previous_least_ = delay;
    began_ = window_ = followed_ = now;
  }
  if (now - window_ > window) {
    previous_least_ = newest_least_;
    newest_least_ = delay;
    window_ = now;
  }
  newest_least_ = std::min(newest_least_, delay);
  follow(std::min(newest_least_, previous_least_), now);
}

void LeastDelay::follow(Duration goal, LocalTime now) {
  const Duration way = goal - *value_;
  const bool at_once = now - began_ < settling || std::chrono::abs(way) > another_clock;
  const auto most = Duration(std::llround(follow_speed * static_cast<double>((now - followed_).count())));
  value_ = *value_ + (at_once ? way : std::clamp(way, -std::max(most, 0ns), std::max(most, 0ns)));
  followed_ = std::max(followed_, now);
}

void RemoteTimeline::set_reports(const SyncRecord::Reports& reports) {
  if (reports.sources != reports_.sources) *this = {};
  reports_ = reports;
  if (!first_ntp_ && reports.has_picture) first_ntp_ = reports.picture.ntp;
}

Duration RemoteTimeline::captured(Stream stream, std::uint32_t rtp_timestamp) const {
  const SyncRecord::Report& report = stream == Stream::picture ? reports_.picture : reports_.sound;
  const double since = static_cast<double>(static_cast<std::int64_t>(report.ntp - *first_ntp_)) / ntp_units;
  return Duration(std::llround(since * 1e9)) + span(rtp_timestamp, report.rtp_timestamp, rate_of(stream));
}

Duration RemoteTimeline::on_own_clock(Stream stream, std::uint32_t rtp_timestamp) const {
  return span(rtp_timestamp, own(stream).first.value_or(rtp_timestamp), rate_of(stream));
}

void RemoteTimeline::on_arrival(Stream stream, std::uint32_t rtp_timestamp, LocalTime arrival) {
  OwnClock& clock = own(stream);
  if (!clock.first) clock.first = rtp_timestamp;
  clock.delay.observe(arrival.time_since_epoch() - on_own_clock(stream, rtp_timestamp), arrival);
  if (has_both()) delay_.observe(arrival.time_since_epoch() - captured(stream, rtp_timestamp), arrival);
}

LocalTime RemoteTimeline::time_of(Stream stream, std::uint32_t rtp_timestamp, LocalTime arrival) const {
  const bool by_reports = has_both() && delay_.value();
  const auto& delay = by_reports ? delay_.value() : own(stream).delay.value();
  if (!delay) return arrival;
  const LocalTime time(*delay + (by_reports ? captured(stream, rtp_timestamp) : on_own_clock(stream, rtp_timestamp)));
  return time > arrival + max_after || time < arrival - max_before ? arrival : time;
}

}  // namespace evenkeel
