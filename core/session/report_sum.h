#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "core/rtp/rtcp.h"

namespace evenkeel {

/// Joins what a receiver report says of several streams over one path into one block: for whoever judges the path, as
/// the circuit breaker does. Of one stream alone it is that stream's block, but for packets that came late: they were
/// told as lost by the report before, and are taken off what the next ones tell.
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
      learn_late(i, block->cumulative_lost);
      expected += packets;
      const std::uint32_t before = sum ? sum->extended_highest_sequence : 0;
      if (!sum) sum = *block;
      sum->extended_highest_sequence = before + block->extended_highest_sequence;
    }
    const double taken_back = take_back(lost);
    if (sum && expected > 0)
      sum->fraction_lost = static_cast<std::uint8_t>(std::lround((lost - taken_back) / expected));
    return sum;
  }
  void reset() { *this = ReportSum(); }

 private:
  double packets_since(std::size_t stream, std::uint32_t highest) {
    const auto before = std::exchange(highest_[stream], highest);
    const auto step = before ? static_cast<std::int32_t>(highest - *before) : 1;
    return std::max<double>(step, 0);
  }
  // Where more packets came than were expected, RFC 3550's fraction is 0 and the cumulative number has it. No more than
  // was told as lost lately counts: packets that come twice count as received too.
  void learn_late(std::size_t stream, std::int32_t cumulative) {
    const auto before = std::exchange(cumulative_[stream], cumulative);
    if (!before || cumulative >= *before) return;
    late_ = std::max(late_, std::min(late_ + 256.0 * (static_cast<double>(*before) - cumulative), told_));
  }
  double take_back(double lost) {
    const double back = std::min(lost, late_);
    late_ -= back;
    told_ = told_ * memory + lost;
    return back;
  }

  static constexpr double memory = 0.9;  // from report to report
  std::array<std::optional<std::uint32_t>, max_streams> highest_{};
  std::array<std::optional<std::int32_t>, max_streams> cumulative_{};
  double late_ = 0;  // packets, times 256, as are those told as lost
  double told_ = 0;
};

}  // namespace evenkeel
