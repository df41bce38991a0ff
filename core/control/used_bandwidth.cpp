#include "core/control/used_bandwidth.h"

namespace evenkeel {
namespace {

constexpr int most_empty_samples = 1000;  // a longer silence has taken the estimate to zero
constexpr Duration peer_clock_step = 1s;  // further back than reordering takes a packet: the peer's clock was set

}  // namespace

void UsedBandwidth::on_arrival(RemoteTime arrival, DataSize size, Duration sample_time, Duration tau) {
  if (!start_) {
    start_ = arrival;
    length_ = sample_time;
    return;
  }
  if (arrival < *start_ - peer_clock_step) start_ = arrival;
  for (int i = 0; arrival >= *start_ + length_; ++i) {
    on_sample(received_ / length_, length_, tau);
    received_ = DataSize();
    start_ = i < most_empty_samples ? *start_ + length_ : arrival;
    length_ = sample_time;
  }
  received_ += size;
}

void UsedBandwidth::on_sample(DataRate sample, Duration sample_time, Duration tau) {
  if (!estimate_) {
    estimate_ = sample;
  } else {
    const double t = to_seconds(sample_time);
    const double two_tau = 2 * to_seconds(tau);
    estimate_ = ((two_tau - t) * *estimate_ + t * (sample + previous_sample_)) / (two_tau + t);
  }
  previous_sample_ = sample;
}

}  // namespace evenkeel
