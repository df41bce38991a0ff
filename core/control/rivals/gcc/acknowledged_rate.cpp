#include "core/control/rivals/gcc/acknowledged_rate.h"

#include <algorithm>
#include <cmath>

namespace evenkeel::gcc {
namespace {

// Of the robust estimate.
constexpr std::size_t packets_to_start = 10;
constexpr std::size_t least_packets = 20;
constexpr std::size_t most_packets = 2000;  // bounds the work per report at rates far beyond those of calls
constexpr Duration window = 1s;
constexpr Duration longest_window = 5s;
constexpr Duration least_span = 1ms;  // what arrived at one instant, as far as the peer can tell

// Of the Bayesian estimate.
constexpr Duration first_sample = 500ms;
constexpr Duration sample_length = 150ms;
constexpr Duration longest_gap = 5s;
constexpr double uncertainty = 10;
constexpr double wander = 5;  // (kbit/s)^2 per sample

}  // namespace

void RobustThroughput::restart(LocalTime sent_from) {
  while (!packets_.empty()) packets_.pop();
  sent_from_ = sent_from;
}

void RobustThroughput::add(const PacketResult& packet) {
  if (!packet.received || !packet.arrival || packet.sent < sent_from_) return;
  const RemoteTime arrival = *packet.arrival;
  const bool leap = arrival > newest_ + longest_window || arrival < newest_ - longest_window;
  if (leap) restart(sent_from_);  // a pause, or the peer's clock was set
  newest_ = packets_.empty() ? arrival : std::max(newest_, arrival);
  packets_.push({packet.sent, arrival, packet.size});
  trim();
}

void RobustThroughput::trim() {
  while (packets_.size() > most_packets) packets_.pop();
  while (newest_ - packets_.front().arrival > longest_window) packets_.pop();
  while (packets_.size() > least_packets && newest_ - packets_[1].arrival >= window) packets_.pop();
}

std::optional<DataRate> RobustThroughput::estimate() const {
  if (packets_.size() < packets_to_start) return std::nullopt;
  DataSize sum;
  LocalTime last_sent = packets_.front().sent;
  for (std::size_t i = 1; i < packets_.size(); ++i) {
    sum += packets_[i].size;
    last_sent = std::max(last_sent, packets_[i].sent);
  }
  const Duration sending = std::max(last_sent - packets_.front().sent, least_span);
  return std::min(sum / sending, sum / std::max(arrival_span(), least_span));
}

Duration RobustThroughput::arrival_span() const {
  RemoteTime last = packets_.front().arrival;
  Duration longest{};
  Duration second{};
  for (std::size_t i = 1; i < packets_.size(); ++i) {
    const Duration gap = packets_[i].arrival - last;
    if (gap <= Duration::zero()) continue;  // reordered
    last = packets_[i].arrival;
    second = std::max(second, std::min(gap, longest));
    longest = std::max(longest, gap);
  }
  return last - packets_.front().arrival - longest + second;
}

void BayesianThroughput::restart(LocalTime sent_from) {
  *this = BayesianThroughput();
  sent_from_ = sent_from;
}

void BayesianThroughput::add(const PacketResult& packet) {
  if (!packet.received || !packet.arrival || packet.sent < sent_from_) return;
  const RemoteTime arrival = *packet.arrival;
  const Duration length = estimate_ ? sample_length : first_sample;
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
