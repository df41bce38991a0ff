#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/bench/arrivals.h"
#include "core/base/parsed.h"

namespace evenkeel::bench {

/// iperf3 counts the payload of UDP; we count IP packets: 1472 bytes of every 1500.
constexpr std::int64_t iperf3_payload = 1472;

/// The part of what `iperf3 -J` writes that we use, of the client or of the server.
struct Iperf3Report {
  std::int64_t packets_sent = 0;  ///< of the client's
  std::int64_t packets_lost = 0;  ///< of the server's
  double seconds = 0;
  double cpu_seconds = 0;          ///< of the process that wrote it
  std::vector<Arrival> intervals;  ///< payload bytes, by the end of the interval; of the server's: what came
};

/// Reads versions 3.7 and later; or one sentence.
Parsed<Iperf3Report> parse_iperf3(std::string_view json);

}  // namespace evenkeel::bench
