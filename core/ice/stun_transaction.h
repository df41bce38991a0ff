#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/ice/stun_message.h"

namespace evenkeel {

/// One request to a server over UDP: sent again until it is answered, each time after twice the time, and given up some
/// time after the last transmission (RFC 8489, section 6.2.1). All transmissions are the same transaction.
class StunTransaction {
 public:
  static constexpr Duration first_timeout = 500ms;    ///< RTO
  static constexpr unsigned usual_transmissions = 7;  ///< Rc
  static constexpr Duration last_timeout = 8s;        ///< Rm times RTO

  /// How often a request is sent, and how long the last one waits.
  struct Effort {
    unsigned transmissions = usual_transmissions;
    Duration last_timeout = StunTransaction::last_timeout;
  };

  /// Whatever was under way is forgotten.
  void start(const StunTransactionId& id, std::vector<std::uint8_t> request, LocalTime now, Effort effort) {
    id_ = id;
    request_ = std::move(request);
    left_ = effort.transmissions;
    timeout_ = first_timeout;
    last_timeout_ = effort.last_timeout;
    next_ = now;
    under_way_ = true;
  }
  /// It was answered, or is wanted no more.
  void end() {
    under_way_ = false;
    request_.clear();
  }
  bool is_under_way() const { return under_way_; }
  bool matches(const StunTransactionId& id) const { return under_way_ && id == id_; }

  /// What is to be sent now; nullptr: nothing. Valid until the next call.
  const std::vector<std::uint8_t>* poll(LocalTime now) {
    if (!under_way_ || left_ == 0 || now < next_) return nullptr;
    --left_;
    next_ = now + (left_ == 0 ? last_timeout_ : std::exchange(timeout_, 2 * timeout_));
    return &request_;
  }
  /// True once, where no answer came to any of the transmissions; then nothing is under way.
  bool take_timeout(LocalTime now) {
    if (!under_way_ || left_ > 0 || now < next_) return false;
    end();
    return true;
  }
  /// When there is something to send, or it times out; max() for never.
  LocalTime next_wake() const { return under_way_ ? next_ : LocalTime::max(); }

 private:
  StunTransactionId id_{};
  std::vector<std::uint8_t> request_;
  unsigned left_ = 0;
  Duration timeout_{}, last_timeout_{};
  LocalTime next_{};
  bool under_way_ = false;
};

}  // namespace evenkeel
