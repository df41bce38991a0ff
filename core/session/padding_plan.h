#pragma once

#include <algorithm>
#include <optional>

#include "core/control/padding_budget.h"
#include "core/control/rate_controller.h"

namespace evenkeel {

/// When the sender may fill up with a packet that carries nothing: what is sent in all stays at the rate that the
/// controller asks for, and of what carries nothing within the budget. Media is never held back by it.
class PaddingPlan {
 public:
  /// A packet of padding is always this large.
  void start(DataSize packet) {
    *this = PaddingPlan();
    packet_ = packet;
  }
  void on_update(const RateUpdate& update, LocalTime now) {
    if (rate_ <= DataRate()) next_ = now;
    rate_ = update.padding;
    share_ = update.padding_share;
  }
  void on_sent(const SentPacket& packet) {
    budget_.on_sent(packet, share_);
    // A packet that is a little late, as the send loop's are, does not put off those behind it.
    if (rate_ > DataRate()) next_ = std::max(next_ + packet.size / rate_, packet.sent);
  }
  /// Provided that no media waits then. Nothing: not before the next packet of media.
  std::optional<LocalTime> due() const {
    if (rate_ <= DataRate() || budget_.left() < packet_) return std::nullopt;
    return next_;
  }

 private:
  DataSize packet_;
  DataRate rate_;
  double share_ = 0;
  LocalTime next_{};
  PaddingBudget budget_;
};

}  // namespace evenkeel
