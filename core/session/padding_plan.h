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
  /// A packet of padding has this size, but for those that stand for a picture.
  void start(DataSize packet) {
    *this = PaddingPlan();
    packet_ = packet;
  }
  /// Packets of another size from here on.
  void resize(DataSize packet) { packet_ = packet; }
  void on_update(const RateUpdate& update, LocalTime now) {
    if (rate_ <= DataRate() && !fills()) next_ = now;
    rate_ = update.padding;
    share_ = update.padding_share;
  }
  /// The picture pauses: from now on it fills up to this rate in its place, whatever the budget says, and nothing else;
  /// without it the controller would never learn that there is room for a picture again. Nullopt: it pauses no more.
  void fill(std::optional<DataRate> rate, LocalTime now) {
    if (rate != fill_) next_ = std::max(next_, now);
    fill_ = rate;
  }
  bool fills() const { return fill_.has_value(); }
  void on_sent(const SentPacket& packet) {
    budget_.on_sent(packet, share_);
    // A packet that is a little late, as the send loop's are, does not put off those behind it.
    const DataRate rate = fill_.value_or(rate_);
    if (rate > DataRate()) next_ = std::max(next_ + packet.size / rate, packet.sent);
  }
  /// Provided that no media waits then. Nothing: not before the next packet of media.
  std::optional<LocalTime> due() const {
    if (fill_) return *fill_ > DataRate() ? std::optional(next_) : std::nullopt;
    if (rate_ <= DataRate() || budget_.left() < packet_) return std::nullopt;
    return next_;
  }

 private:
  DataSize packet_;
  DataRate rate_;
  std::optional<DataRate> fill_;
  double share_ = 0;
  LocalTime next_{};
  PaddingBudget budget_;
};

}  // namespace evenkeel
