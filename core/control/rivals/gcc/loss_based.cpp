#include "core/control/rivals/gcc/loss_based.h"

#include <algorithm>

namespace evenkeel::gcc {
namespace {

constexpr int least_lost_of = 20;
constexpr Duration least_window = 200ms;
constexpr int buckets_per_period = 20;
constexpr Duration least_bucket = 1ms;

}  // namespace

void LossBased::start(DataRate rate, LocalTime now, const LossBasedParameters& p) {
  *this = LossBased();
  least_ = WindowedMinimum<DataRate>(p.period, std::max<Duration>(p.period / buckets_per_period, least_bucket));
  window_start_ = now;
  set(rate, now);
}

void LossBased::add(const PacketResult& packet) {
  if (packet.late) {  // it was counted when it counted as lost
    lost_ = std::max(lost_ - 1, 0);
    return;
  }
  ++packets_;
  if (!packet.received) ++lost_;
}

void LossBased::set(DataRate rate, LocalTime now) {
  rate_ = rate;
  least_.reset();
  least_.add(now, rate);
}

bool LossBased::close_window(LocalTime now) {
  if (packets_ < least_lost_of || now - window_start_ < least_window) return false;
  fraction_lost_ = static_cast<double>(lost_) / packets_;
  packets_ = lost_ = 0;
  window_start_ = now;
  return true;
}

// A cut needs news: the same loss is not to cut twice.
DataRate LossBased::update(DataRate by_delay, Duration round_trip_time, LocalTime now, const LossBasedParameters& p) {
  const bool news = close_window(now);
  if (fraction_lost_ <= p.low) {
    rate_ = std::max(rate_, p.growth * least_.value().value_or(rate_) + p.growth_base);
  } else if (news && fraction_lost_ > p.high && (!cut_ || now - *cut_ >= p.hold + round_trip_time)) {
    rate_ = rate_ * (1 - p.cut * fraction_lost_);
    cut_ = now;
  }
  rate_ = std::min(rate_, by_delay);
  least_.add(now, rate_);
  return rate_;
}

}  // namespace evenkeel::gcc
