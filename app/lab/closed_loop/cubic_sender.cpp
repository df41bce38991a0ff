#include "app/lab/closed_loop/cubic_sender.h"

#include <algorithm>
#include <cmath>

namespace evenkeel::closed_loop {
namespace {

constexpr double growth = 0.4;  // C
constexpr double kept = 0.7;    // beta
constexpr double reno_growth = 3 * (1 - kept) / (1 + kept);
constexpr Duration timeout = 1s;
constexpr int round_trips_looked_at = 8;  // N_RTT_SAMPLE
constexpr Duration min_rise = 4ms;        // MIN_RTT_THRESH
constexpr Duration max_rise = 16ms;

}  // namespace

LocalTime CubicSender::next() const {
  if (next_number_ == 0) return config_.begin;
  const LocalTime gives_up = in_flight_.empty() ? LocalTime::max() : heard_ + timeout;
  return on_the_way_back_.empty() ? gives_up : std::min(gives_up, on_the_way_back_.front().at);
}

std::optional<std::uint32_t> CubicSender::poll(LocalTime now) {
  if (next_number_ == 0) heard_ = now;
  while (!on_the_way_back_.empty() && on_the_way_back_.front().at <= now) {
    const Sent acknowledged = on_the_way_back_.front();
    on_the_way_back_.pop_front();
    on_acknowledgement(acknowledged);
  }
  if (!in_flight_.empty() && now >= heard_ + timeout) on_timeout(now);
  if (now < config_.begin || now >= config_.end || static_cast<double>(in_flight_.size()) >= std::floor(window_))
    return std::nullopt;
  in_flight_.push_back({next_number_, now});
  return next_number_++;
}

void CubicSender::on_acknowledgement(const Sent& acknowledged) {
  const auto& [number, now] = acknowledged;
  heard_ = now;
  bool lost = false;
  for (; !in_flight_.empty() && in_flight_.front().number < number; in_flight_.pop_front())
    lost = lost || in_flight_.front().number >= recovered_from_;
  if (in_flight_.empty() || in_flight_.front().number != number) return;
  const Duration rtt = now - in_flight_.front().at;
  in_flight_.pop_front();
  min_rtt_ = std::min(min_rtt_.value_or(rtt), rtt);
  if (lost) return on_loss(now);
  if (window_ < slow_start_threshold_) on_round_trip(number, rtt);
  grow(now);
}

// Slow start ends where the shortest of a round's first round trips is an eighth longer than the shortest ever.
void CubicSender::on_round_trip(std::uint32_t number, Duration rtt) {
  if (number >= round_ends_) {
    round_ends_ = next_number_;
    round_samples_ = 0;
  }
  round_min_ = round_samples_ == 0 ? rtt : std::min(round_min_, rtt);
  if (++round_samples_ != round_trips_looked_at) return;
  if (round_min_ >= *min_rtt_ + std::clamp<Duration>(*min_rtt_ / 8, min_rise, max_rise))
    slow_start_threshold_ = window_;
}

void CubicSender::grow(LocalTime now) {
  if (window_ < slow_start_threshold_) {
    window_ += 1;
    return;
  }
  if (!epoch_) {
    epoch_ = now;
    window_at_epoch_ = window_;
    window_at_loss_ = std::max(window_at_loss_, window_);
  }
  const double reno = window_at_epoch_ + reno_growth * to_seconds(now - *epoch_) / to_seconds(*min_rtt_);
  const double wanted = std::max(reno, cubic_window(to_seconds(now + *min_rtt_ - *epoch_)));
  window_ += wanted > window_ ? std::min(0.5, (wanted - window_) / window_) : 0.01 / window_;
}

double CubicSender::cubic_window(double seconds) const {
  const double back = std::cbrt((window_at_loss_ - window_at_epoch_) / growth);
  return growth * std::pow(seconds - back, 3) + window_at_loss_;
}

// Fast convergence: one whose window was larger before leaves room for others.
void CubicSender::on_loss(LocalTime now) {
  window_at_loss_ = window_ < window_at_loss_ ? window_ * (1 + kept) / 2 : window_;
  window_ = std::max(2.0, kept * window_);
  slow_start_threshold_ = window_;
  recovered_from_ = next_number_;
  epoch_ = now;
  window_at_epoch_ = window_;
}

void CubicSender::on_timeout(LocalTime now) {
  on_loss(now);
  in_flight_.clear();
  window_ = 1;
  epoch_.reset();
  heard_ = now;
}

}  // namespace evenkeel::closed_loop
