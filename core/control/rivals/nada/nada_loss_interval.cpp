#include "core/control/rivals/nada/nada_loss_interval.h"

#include <algorithm>

namespace evenkeel {

void NadaLossInterval::on_packet(const PacketResult& packet, Duration round_trip_time) {
  if (!first_) first_ = newest_ = packet.sequence;
  newest_ = std::max(newest_, packet.sequence);
  if (packet.late) take_back(packet);
  if (packet.received) return;
  const bool same_event =
      event_ && (packet.sequence <= event_->sequence || packet.sent - event_->sent <= round_trip_time);
  if (!same_event) begin_event(packet);
  ++event_->losses;
  event_->first_loss = std::min(event_->first_loss, packet.sequence);
  event_->last_loss = std::max(event_->last_loss, packet.sequence);
}

// The last event alone: those before it are history, as they are for what it has done to the rate.
void NadaLossInterval::take_back(const PacketResult& late) {
  if (!event_ || late.sequence < event_->first_loss || --event_->losses > 0) return;
  std::copy(intervals_.begin() + 1, intervals_.end(), intervals_.begin());
  --count_;
  event_ = event_before_;
  event_before_.reset();
  if (!event_) count_ = 0;
}

void NadaLossInterval::begin_event(const PacketResult& packet) {
  const std::int64_t since = packet.sequence - (event_ ? event_->sequence : *first_);
  std::copy_backward(intervals_.begin(), intervals_.end() - 1, intervals_.end());
  intervals_.front() = std::max(1.0, static_cast<double>(since));
  count_ = std::min(count_ + 1, most_intervals);
  event_before_ = event_;
  event_ = Event{packet.sequence, packet.sent, 0, packet.sequence, packet.sequence};
}

std::optional<double> NadaLossInterval::average() const {
  static constexpr std::array<double, most_intervals> weights{1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2};  // RFC 5348, 5.4
  if (count_ == 0) return std::nullopt;
  double sum = 0;
  double weight = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    sum += weights[i] * intervals_[i];
    weight += weights[i];
  }
  return sum / weight;
}

double NadaLossInterval::share_of_warping(double multiloss) const {
  const auto interval = average();
  if (!interval) return 0;
  const double expired = static_cast<double>(newest_ - event_->last_loss) - multiloss * *interval;
  return std::clamp(1 - expired / *interval, 0.0, 1.0);
}

}  // namespace evenkeel
