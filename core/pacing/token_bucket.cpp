#include "core/pacing/token_bucket.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {

void TokenBucketParameters::visit(ParameterVisitor& visitor) {
  visitor.visit({"interval", "interval", "", 1e-4, 0.1, "time between two refills of the budget; WebRTC: 5 ms"},
                interval);
  visitor.visit({"window", "window", "", 0.01, 10, "limit of budget and debt, as time at the rate; WebRTC: 500 ms"},
                window);
  visitor.visit({"longest_tick", "longest tick", "", 1e-3, 10, "a later refill gives no more than this; WebRTC: 30 ms"},
                longest_tick);
}

void TokenBucket::on_queue(std::optional<DataSize> head, LocalTime now) {
  waiting_ = head.has_value();
  if (!head) {
    budget_ = std::min(budget_, 0.0);
    return;
  }
  mismatch_.advance(now);
  mismatch_.limit(0);  // nothing was due while there was nothing to send
  skip_idle_ticks(now);
  head_since_ = now;
}

// Of the ticks since the queue ran empty only the last matters. Debt runs off from tick to tick; what is left over does
// not add up beyond one interval.
void TokenBucket::skip_idle_ticks(LocalTime now) {
  if (!last_tick_ || now < *last_tick_ + parameters_.interval) return;
  const Duration passed = (now - *last_tick_) / parameters_.interval * parameters_.interval;
  *last_tick_ += passed;
  if (!std::isfinite(mismatch_.rate().bps())) return;
  budget_ = std::min(budget_ + bytes_in(passed), bytes_in(parameters_.interval));
  clamp_to_window();
}

void TokenBucket::set_rate(DataRate rate, LocalTime now) {
  mismatch_.set_rate(rate, now);
  clamp_to_window();
}

std::size_t TokenBucket::due(std::span<const DataSize> waiting, LocalTime now) {
  if (mismatch_.rate() <= DataRate()) return 0;
  if (tick_due(now)) tick(now);
  const bool limited = std::isfinite(mismatch_.rate().bps());
  std::size_t count = 0;
  for (double left = budget_; count < waiting.size() && (left > 0 || !limited); ++count) {
    left -= static_cast<double>(waiting[count].bytes());
  }
  return count;
}

// The very first tick finds one interval in the budget, as a PacedSender is made with.
void TokenBucket::tick(LocalTime now) {
  const Duration elapsed = last_tick_ ? now - *last_tick_ : parameters_.interval;
  last_tick_ = now;
  if (!std::isfinite(mismatch_.rate().bps())) return;
  budget_ = std::min(budget_, 0.0) + bytes_in(std::min(elapsed, parameters_.longest_tick));
  clamp_to_window();
}

// What an empty queue leaves of the budget is gone: packets that come later wait for a tick.
void TokenBucket::on_sent(DataSize size, std::optional<DataSize> next, LocalTime) {
  mismatch_.on_sent(size);
  if (std::isfinite(mismatch_.rate().bps())) budget_ -= static_cast<double>(size.bytes());
  waiting_ = next.has_value();
  if (!waiting_) budget_ = std::min(budget_, 0.0);
  clamp_to_window();
}

std::optional<LocalTime> TokenBucket::next_wake(DataSize) const {
  if (mismatch_.rate() <= DataRate()) return std::nullopt;
  return last_tick_ ? std::max(*last_tick_ + parameters_.interval, head_since_) : head_since_;
}

void TokenBucket::reset(LocalTime now) {
  mismatch_.reset(now);
  budget_ = 0;
  last_tick_.reset();
  head_since_ = now;
}

double TokenBucket::bytes_in(Duration time) const { return mismatch_.rate().bytes_per_second() * to_seconds(time); }

void TokenBucket::clamp_to_window() {
  if (!std::isfinite(mismatch_.rate().bps())) return;
  const double most = bytes_in(parameters_.window);
  budget_ = std::clamp(budget_, -most, most);
}

}  // namespace evenkeel
