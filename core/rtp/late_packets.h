#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/time.h"
#include "core/rtp/sequence_filter.h"

namespace evenkeel {

/// Which packets of a stream others have overtaken, and by how much. Of more than `remembered` that are missing at once
/// the latest count. A packet that comes twice counts once. Allocates nothing.
class LatePackets {
 public:
  static constexpr std::size_t remembered = 256;

  /// By how much this packet came after the first one that overtook it; nullopt for one that came in order.
  std::optional<Duration> on_packet(const TrackedSequence& sequence, LocalTime arrival);
  void reset() { *this = LatePackets(); }

 private:
  static constexpr std::int64_t none = INT64_MIN;
  struct Missing {
    std::int64_t number = none;
    LocalTime since{};
  };
  std::array<Missing, remembered> missing_{};  // by number
};

}  // namespace evenkeel
