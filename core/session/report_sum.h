#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "core/rtp/rtcp.h"

namespace evenkeel {

/// Joins what a receiver report says of several streams over one path into one block: for whoever judges the path, as
/// the circuit breaker does. Of one stream alone it is that stream's block.
class ReportSum {
 public:
  static constexpr std::size_t max_streams = 4;

  /// Of the reports on `ssrcs`, at most max_streams; nullopt where there are none. The fraction lost is weighted by the
  /// packets that were expected since the report before.
  std::optional<ReportBlock> of(std::span<const ReportBlock> reports, std::span<const std::uint32_t> ssrcs) {
    std::optional<ReportBlock> sum;
    double lost = 0;
    double expected = 0;
    for (std::size_t i = 0; i < std::min(ssrcs.size(), max_streams); ++i) {
      const auto block = std::ranges::find(reports, ssrcs[i], &ReportBlock::ssrc);
      if (block == reports.end()) continue;
      const double packets = packets_since(i, block->extended_highest_sequence);
      lost += packets * block->fraction_lost;
      expected += packets;
      const std::uint32_t before = sum ? sum->extended_highest_sequence : 0;
      if (!sum) sum = *block;
      sum->extended_highest_sequence = before + block->extended_highest_sequence;
    }
    if (sum && expected > 0) sum->fraction_lost = static_cast<std::uint8_t>(lost / expected + 0.5);
    return sum;
  }
  void reset() { highest_ = {}; }

 private:
  double packets_since(std::size_t stream, std::uint32_t highest) {
    const auto before = std::exchange(highest_[stream], highest);
    const auto step = before ? static_cast<std::int32_t>(highest - *before) : 1;
    return std::max<double>(step, 0);
  }
  std::array<std::optional<std::uint32_t>, max_streams> highest_{};
};

}  // namespace evenkeel
