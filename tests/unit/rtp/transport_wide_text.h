#pragma once

#include <string>

#include "core/rtp/rtcp.h"
#include "core/rtp/transport_wide_format.h"

namespace evenkeel::test {

/// "7@15#0: 160 - 180": its first number, its reference time, its own number, and in ticks since the reference time
/// when each packet came.
inline std::string text(const TransportWideFeedback& feedback) {
  std::string text = std::to_string(feedback.begin_number) + "@" + std::to_string(feedback.reference_time) + "#" +
                     std::to_string(feedback.count) + ":";
  for (const auto& arrival : feedback.arrivals) {
    text += arrival ? " " + std::to_string(to_transport_wide_ticks(*arrival)) : " -";
  }
  return text;
}

/// "7:R-R": its first number, and what came.
inline std::string pattern(const TransportWideFeedback& feedback) {
  std::string text = std::to_string(feedback.begin_number) + ":";
  for (const auto& arrival : feedback.arrivals) text += arrival ? 'R' : '-';
  return text;
}

}  // namespace evenkeel::test
