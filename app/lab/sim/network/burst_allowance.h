#pragma once

#include <algorithm>

#include "core/base/data_rate.h"

namespace evenkeel::sim {

/// Tokens that gather while a link is idle, up to the size of the bucket, which is full at the start.
class BurstAllowance {
 public:
  explicit BurstAllowance(DataSize size) : size_(static_cast<double>(size.bits())), tokens_(size_) {}

  /// False where its size is zero.
  bool exists() const { return size_ > 0; }
  /// What of a packet is left to be served at the link's rate, in bits; `rate` held since the last packet was served.
  double take(double bits, DataRate rate, Duration now) {
    tokens_ = std::min(size_, tokens_ + rate.bps() * to_seconds(now - filled_));
    filled_ = now;
    const double left = std::max(0.0, bits - tokens_);
    tokens_ = std::max(0.0, tokens_ - bits);
    return left;
  }
  /// The packet was served: until then its service took what came.
  void served(Duration at) { filled_ = at; }

 private:
  double size_;
  double tokens_;  // bits
  Duration filled_{};
};

}  // namespace evenkeel::sim
