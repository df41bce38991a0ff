#include "core/control/gcc/bayesian_throughput.h"

#include <cmath>

// The windows and the scale of the uncertainty are WebRTC's; the variances are ours, and so is what happens at a gap: a
// window that nothing arrived in is no sample, for a source may pause.

namespace evenkeel::gcc {
namespace {

constexpr Duration first_window = 500ms;
constexpr Duration window = 150ms;
constexpr Duration longest_gap = 5s;
constexpr double uncertainty = 10;
constexpr double wander = 5;  // (kbit/s)^2 per sample

}  // namespace

void BayesianThroughput::restart(LocalTime sent_from) {
  *this = BayesianThroughput();
  sent_from_ = sent_from;
}

void BayesianThroughput::add(const PacketResult& packet) {
  if (!packet.received || !packet.arrival || packet.sent < sent_from_) return;
  const RemoteTime arrival = *packet.arrival;
  const Duration length = estimate_ ? window : first_window;
  if (!start_ || arrival > *start_ + longest_gap || arrival < *start_ - longest_gap) {
    start_ = arrival;
    received_ = DataSize();
    return;
  }
  if (arrival >= *start_ + length) {
    if (received_ > DataSize()) on_sample(received_ / length);
    received_ = DataSize();
    *start_ += (arrival - *start_) / length * length;
  }
  received_ += packet.size;
}

void BayesianThroughput::on_sample(DataRate sample) {
  if (!estimate_) {
    estimate_ = sample;
    return;
  }
  const double sum = (*estimate_ + sample).kbps();
  const double sigma = sum > 0 ? uncertainty * std::abs((*estimate_ - sample).kbps()) / sum : 0;
  const double predicted = variance_ + wander;
  const double noise = sigma * sigma;
  estimate_ = *estimate_ + (sample - *estimate_) * (predicted / (predicted + noise));
  variance_ = predicted * noise / (predicted + noise);
}

}  // namespace evenkeel::gcc
