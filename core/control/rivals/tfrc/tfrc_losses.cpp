#include <algorithm>

#include "core/control/rivals/tfrc/tfrc.h"

// What Tfrc learns of a report: arrivals, and the loss event rate p (RFC 5348, sections 5 and 6.3.1).

namespace evenkeel {
namespace {

constexpr double least_packets_per_round_trip = 0.5;  // of the first synthetic interval

}  // namespace

void Tfrc::learn_arrivals(const PathReport& report) {
  losses_.on_report(report.packets);
  const auto ours = [&](const PacketResult& packet) { return packet.sent >= started_; };  // not of a law before
  estimators_.on_packets(std::count_if(report.packets.begin(), report.packets.end(), ours));
  for (const PacketResult& packet : report.packets) {
    if (!packet.received) continue;
    arrived_ = true;
    receive_rate_.on_arrival(packet.arrival, packet.size);
    newest_arrived_sent_ = std::max(newest_arrived_sent_, packet.sent);
  }
  const bool sampled = report.round_trip_time && *report.round_trip_time > Duration::zero();
  if (sampled) new_round_trip_ = report.round_trip_time;
}

void Tfrc::learn_losses(const PathReport& report) {
  for (const PacketResult& packet : report.packets) {
    if (packet.late) take_back(packet);
    if (packet.received || packet.sent < started_) continue;  // what another law sent is no measure for this one
    lost_ = true;
    const auto before = losses_.start();
    if (!losses_.begins_event(packet, round_trip_.mean())) continue;
    on_loss_event(before, packet.sequence);
    loss_event_ = true;
  }
}

// Section 5.1: a packet that arrives late is no loss any more, and an event that had no other was none.
void Tfrc::take_back(const PacketResult& late) {
  if (const auto place = losses_.take_back(late)) intervals_.take_back(*place);
}

void Tfrc::on_loss_event(std::optional<std::int64_t> event_before, std::int64_t sequence) {
  std::optional<double> theta;
  if (event_before) theta = static_cast<double>(sequence - *event_before);
  intervals_.on_loss_event(theta ? *theta : synthetic_interval(sequence), averaging());
  const double theta_hat = intervals_.closed_mean(averaging());
  estimators_.on_loss_event(theta, theta_hat, tcp_throughput(throughput_terms(), 1 / theta_hat));
}

// Section 6.3.1: the rate before the first loss says nothing of p, but half of it, which is what was received, is taken
// as right.
double Tfrc::synthetic_interval(std::int64_t sequence) const {
  const double round_trip = to_seconds(round_trip_.mean());
  DataRate target = bits_per_second(8 * least_packets_per_round_trip * segment() / round_trip);
  const bool first_packet = sequence == losses_.lowest();
  if (!first_packet) target = std::max({target, largest_received_, receive_rate_.over(round_trip_.mean())});
  return 1 / loss_event_rate_of(throughput_terms(), target / parameters_.scale);
}

void Tfrc::learn_loss_event_rate() {
  p_ = 0;
  if (intervals_.empty() || !losses_.start()) return;
  const std::int64_t start = *losses_.start();
  const std::int64_t highest = losses_.highest().value_or(start);
  intervals_.set_current(static_cast<double>(std::max<std::int64_t>(highest - start + 1, 1)));
  p_ = 1 / intervals_.mean(averaging());
}

LossAveraging Tfrc::averaging() const {
  return {parameters_.intervals, parameters_.history_discounting != 0, parameters_.rfc3448 != 0 ? 0.5 : 0.25};
}

}  // namespace evenkeel
