#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/time.h"
#include "core/rtp/rtcp.h"

namespace evenkeel {

/// The 13-bit arrival time offset of RFC 8888, section 3.1, in 1/1024 s.
inline constexpr std::uint16_t arrival_offset_over_range = 0x1FFE;
inline constexpr std::uint16_t arrival_offset_unknown = 0x1FFF;

/// To the nearest step. Below zero means that the packet came after the report's time: unknown, as the RFC has it.
constexpr std::uint16_t encode_arrival_offset(std::optional<Duration> before_report) {
  constexpr std::int64_t longest = Duration(1s).count() * 8189 / 1024;
  if (!before_report || before_report->count() < 0) return arrival_offset_unknown;
  if (before_report->count() > longest) return arrival_offset_over_range;
  return static_cast<std::uint16_t>((before_report->count() * 1024 + 500'000'000) / 1'000'000'000);
}

/// Nothing where it was unknown or over range.
constexpr std::optional<Duration> decode_arrival_offset(std::uint16_t offset) {
  if (offset >= arrival_offset_over_range) return std::nullopt;
  return Duration(std::int64_t{offset} * 1'000'000'000 / 1024);
}

/// Reads a congestion control feedback packet behind its first word (RFC 8888, section 3.1). False where its lengths do
/// not add up; `out` is then unspecified. Memory of `out` is reused.
bool parse_congestion_feedback(std::span<const std::uint8_t> body, CongestionFeedback& out);

}  // namespace evenkeel
