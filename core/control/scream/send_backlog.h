#pragma once

#include <algorithm>

#include "core/units/data_rate.h"

namespace evenkeel {

/// An estimate of rtp_queue_size, which the controller does not see: what an encoder that follows its target has put
/// out beyond what was sent, while the window held packets back. Without a full window nothing waits for long.
class ScreamSendBacklog {
 public:
  void on_interval(DataRate target, DataRate sent, Duration interval, bool window_full) {
    const double seconds = to_seconds(interval);
    const double bits = bits_ + (target - sent).bps() * seconds;
    // The Sender itself lowers the encoder's target while packets wait: more than a second of them do not.
    bits_ = window_full ? std::clamp(bits, 0.0, target.bps()) : 0;
  }

  double bits() const { return bits_; }

  void reset() { bits_ = 0; }

 private:
  double bits_ = 0;
};

}  // namespace evenkeel
