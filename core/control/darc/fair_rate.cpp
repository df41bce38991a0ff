#include "core/control/darc/fair_rate.h"

#include <algorithm>

#include "core/control/tcp_throughput.h"

namespace evenkeel::darc {
namespace {

constexpr double more_than_tcp = 1.3;  // paced packets see fewer of a burst's losses, frames leave gaps
constexpr double least_share = 0.2;
constexpr double most_share = 0.5;
constexpr double slope = 0.6;  // of the capacity, per second
constexpr LossAveraging averaging{};

}  // namespace

void FairRate::start(DataRate rate, LocalTime now) {
  events_.reset();  // keeps its ring: a TCP has just arrived, no moment to allocate
  intervals_ = {};
  rate_ = rate;
  capacity_ = {};
  updated_ = now;
  round_trip_ = {};
  packet_bits_ = first_packet_bits;
  first_ = first_loss_or_start_ = -1;
}

void FairRate::on_report(const PathReport& report) {
  if (report.round_trip_time) round_trip_ = report.smoothed_round_trip_time;
  events_.on_report(report.packets);
  if (first_ < 0 && !report.packets.empty()) first_ = first_loss_or_start_ = report.packets.front().sequence;
  for (const PacketResult& packet : report.packets) {
    if (packet.late) {
      take_back(packet);
      continue;
    }
    packet_bits_ += 0.02 * (static_cast<double>(packet.size.bits()) - packet_bits_);
    if (packet.received || !events_.begins_event(packet, round_trip_)) continue;
    const auto start = *events_.start();
    const double packets = static_cast<double>(start - first_loss_or_start_);
    intervals_.on_loss_event(std::max({packets, 1.0, intervals_.empty() ? expected_interval() : 0}), averaging);
    first_loss_or_start_ = start;
  }
  if (const auto highest = events_.highest(); highest && first_loss_or_start_ >= 0) {
    intervals_.set_current(static_cast<double>(*highest - first_loss_or_start_));
  }
}

void FairRate::take_back(const PacketResult& late) {
  const auto place = events_.take_back(late);
  if (!place) return;
  intervals_.take_back(*place);
  first_loss_or_start_ = events_.start().value_or(first_);
}

// We begin with half, and the first loss comes from how the other began: it says little of what it will have.
double FairRate::expected_interval() const {
  if (capacity_ <= DataRate() || round_trip_ <= Duration::zero()) return 0;
  const double packets = most_share * capacity_.bps() * to_seconds(round_trip_) / packet_bits_;  // per round trip
  return std::min(reno_loss_interval(packets, more_than_tcp), cubic_loss_interval(packets, more_than_tcp, round_trip_));
}

double FairRate::loss_event_rate() const {
  return intervals_.empty() ? 0 : 1 / std::max(intervals_.mean(averaging), 1.0);
}

DataRate FairRate::update(DataRate capacity, std::optional<DataRate> most, LocalTime now) {
  const double dt = std::min(to_seconds(now - updated_), 0.25);
  updated_ = now;
  capacity_ = capacity;
  DataRate target = most_share * capacity;
  const double p = loss_event_rate();
  if (p > 0 && round_trip_ > Duration::zero()) {
    const DataRate tcp = std::max(reno_rate(p, round_trip_, packet_bits_), cubic_rate(p, round_trip_, packet_bits_));
    target = std::clamp(more_than_tcp * tcp, least_share * capacity, most_share * capacity);
  }
  if (most) target = std::min(target, *most);
  const DataRate step = slope * dt * capacity;
  rate_ = target > rate_ ? std::min(rate_ + step, target) : std::max(rate_ - step, target);
  return rate_;
}

}  // namespace evenkeel::darc
