#include "core/control/ldcc_window.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr int least_packets = 3;
constexpr Duration clock_step = 1s;  // further back than reordering takes a packet: the peer's clock was set

}  // namespace

void LdccWindow::add_round_trip_time(Duration sample) {
  rtt_sum_ += to_seconds(sample);
  ++rtt_samples_;
  last_rtt_ = sample;
}

std::optional<LdccWindow::Averages> LdccWindow::add(const PacketResult& packet, Duration length) {
  if (packet.late) {  // it counted as sent when it counted as lost
    if (anchor_) received_ += packet.size;
    return std::nullopt;
  }
  if (!packet.received) {  // a lost packet counts as sent; the window's ends are packets that arrived
    sent_ += packet.size;
    return std::nullopt;
  }
  if (!packet.arrival || !packet.one_way_delay) return std::nullopt;
  if (!anchor_ || *packet.arrival < anchor_->arrival - clock_step) {
    begin({packet.sent, *packet.arrival});
    end_ = *packet.arrival + length;
    return std::nullopt;
  }
  sent_ += packet.size;
  received_ += packet.size;
  delay_sum_ += to_seconds(*packet.one_way_delay);
  ++arrivals_;
  if (*packet.arrival < end_ || arrivals_ < least_packets) return std::nullopt;
  const auto averages = close(packet);
  // Windows follow each other every `length` on the average, whatever the spacing of the packets that end them.
  if (averages) end_ = std::max(end_ + length, *packet.arrival + length / 2);
  return averages;
}

std::optional<LdccWindow::Averages> LdccWindow::close(const PacketResult& last) {
  const Duration sending = last.sent - anchor_->sent;
  const Duration receiving = *last.arrival - anchor_->arrival;
  if (sending <= Duration::zero() || receiving <= Duration::zero()) return std::nullopt;  // go on until it has a length
  Averages averages{sent_ / sending, received_ / receiving, from_seconds(delay_sum_ / arrivals_), last_rtt_, sending};
  if (rtt_samples_ > 0) averages.round_trip_time = from_seconds(rtt_sum_ / rtt_samples_);
  begin({last.sent, *last.arrival});
  return averages;
}

void LdccWindow::begin(const Anchor& anchor) {
  anchor_ = anchor;
  sent_ = received_ = DataSize();
  arrivals_ = 0;
  delay_sum_ = rtt_sum_ = 0;
  rtt_samples_ = 0;
}

}  // namespace evenkeel
