#include "core/path/round_trip_time.h"

namespace evenkeel {

void RoundTripTime::add(LocalTime now, Duration sample) {
  if (sample <= Duration::zero()) return;
  latest_ = sample;
  latest_at_ = now;
  minimum_.add(now, sample);
  if (!smoothed_) {  // RFC 6298 (2.2)
    smoothed_ = sample;
    variation_ = sample / 2;
    return;
  }
  const Duration deviation = sample > *smoothed_ ? sample - *smoothed_ : *smoothed_ - sample;
  variation_ = (variation_ * 3 + deviation) / 4;  // RFC 6298 (2.3), beta = 1/4
  smoothed_ = (*smoothed_ * 7 + sample) / 8;      // alpha = 1/8
}

void RoundTripTime::forget_minimum() {
  minimum_.refute();
  if (latest_) minimum_.add(latest_at_, *latest_);
}

}  // namespace evenkeel
