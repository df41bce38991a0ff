#pragma once

#include <algorithm>

#include "core/path/packet_result.h"

namespace evenkeel {

/// How much may be sent that carries nothing: a share of the media's bytes, saved up to one burst. Over any time
/// padding is therefore at most this share of the media sent in that time, and one burst.
class PaddingBudget {
 public:
  static constexpr DataSize burst = bytes(24'560);  ///< 20 packets of 1228 bytes
  static constexpr double most_share = 0.2;         ///< upper limit of the share asked for

  /// A packet has left.
  void on_sent(const SentPacket& packet, double share) {
    const auto size = static_cast<double>(packet.size.bytes());
    const double earned = std::clamp(share, 0.0, most_share) * size;
    left_ = packet.padding ? std::max(left_ - size, 0.0) : std::min(left_ + earned, static_cast<double>(burst.bytes()));
  }
  /// What may be sent now.
  DataSize left() const { return bytes(static_cast<std::int64_t>(left_)); }
  void reset() { left_ = 0; }

 private:
  double left_ = 0;  // bytes
};

}  // namespace evenkeel
