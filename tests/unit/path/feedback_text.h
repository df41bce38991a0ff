#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/path/packet_result.h"
#include "core/rtp/rtcp.h"

namespace evenkeel::test {

/// 'R' came 10 ms before the report, '?' came at a time that is not known, '-' did not come.
inline StreamFeedback feedback(std::uint16_t begin, std::string_view pattern, std::uint32_t ssrc = 1) {
  StreamFeedback out;
  out.ssrc = ssrc;
  out.begin_sequence = begin;
  for (const char c : pattern) {
    ArrivalMetric metric;
    metric.received = c != '-';
    if (c == 'R') metric.arrival_before_report = 10ms;
    out.metrics.push_back(metric);
  }
  return out;
}

/// A packet that leaves then.
inline SentPacket packet(DataSize size, LocalTime sent) {
  SentPacket out;
  out.size = size;
  out.sent = sent;
  return out;
}

/// "7 8 9L 5+": packets 7 and 8 arrived, 9 is lost, 5 counted as lost and came late.
inline std::string text_of(const std::vector<PacketResult>& results) {
  std::string text;
  for (const PacketResult& r : results) {
    text += (text.empty() ? "" : " ") + std::to_string(r.rtp_sequence) + (r.received ? r.arrival ? "" : "?" : "L") +
            (r.late ? "+" : "");
  }
  return text;
}

}  // namespace evenkeel::test
