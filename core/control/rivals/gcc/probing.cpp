#include "core/control/rivals/gcc/probing.h"

#include <algorithm>

namespace evenkeel::gcc {

void Probing::start(DataRate start, DataRate maximum, LocalTime now, const ProbingParameters& p) {
  *this = Probing();
  maximum_ = maximum;
  planned_at_ = now;
  if (p.enabled == 0) return;
  plan(p.first * start, now);
  plan(p.second * start, now);
}

void Probing::plan(DataRate rate, LocalTime now) {
  planned_.push_back(std::min(rate, maximum_));
  planned_at_ = now;
  if (!sending_) tick_ = now;
}

void Probing::on_sent(const SentPacket& packet) {
  if (!sending_) return;
  sending_->on_sent(packet);
  if (!sending_->sending(packet.sent)) tick_ = packet.sent;  // the pacing falls before the next packet
}

bool Probing::on_tick(LocalTime now) {
  bool changed = false;
  if (sending_ && !sending_->sending(now)) {
    if (sending_->complete()) awaited_.push_back(*sending_);  // also with all results: the next report concludes
    sending_.reset();
    changed = true;
  }
  if (!sending_ && !planned_.empty()) {
    sending_.emplace(planned_.front(), now);
    planned_.erase(planned_.begin());
    changed = true;
  }
  tick_.reset();
  if (sending_) tick_ = sending_->deadline();
  return changed;
}

std::optional<DataRate> Probing::on_feedback(const PathReport& report, const ProbingParameters& p) {
  std::optional<DataRate> largest;
  if (sending_) {
    for (const PacketResult& packet : report.packets) sending_->on_result(packet);
  }
  for (ProbeCluster& cluster : awaited_) {
    for (const PacketResult& packet : report.packets) cluster.on_result(packet);
    if (!cluster.finished(report.now)) continue;
    if (const auto result = finish(cluster)) largest = std::max(largest.value_or(*result), *result);
  }
  std::erase_if(awaited_, [&](const ProbeCluster& cluster) { return cluster.finished(report.now); });
  if (idle()) follow_up(report.now, p);
  return largest;
}

std::optional<DataRate> Probing::finish(const ProbeCluster& cluster) {
  const auto result = cluster.result();
  if (result && (!highest_ || cluster.rate() > highest_->probed)) highest_ = Outcome{cluster.rate(), *result};
  return result;
}

void Probing::follow_up(LocalTime now, const ProbingParameters& p) {
  if (!highest_) return;
  const Outcome outcome = *highest_;
  highest_.reset();
  const bool goes_on = outcome.result > p.further_threshold * outcome.probed && outcome.probed < maximum_;
  if (goes_on && p.enabled != 0) plan(p.further * outcome.result, now);
}

void Probing::on_limited_source(DataRate target, LocalTime now, const ProbingParameters& p) {
  if (p.enabled == 0 || !idle() || now - planned_at_ < p.limited_interval || target >= maximum_) return;
  plan(p.limited_factor * target, now);
}

}  // namespace evenkeel::gcc
