#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/bench/arrivals.h"
#include "app/bench/native/native_run.h"
#include "core/base/parsed.h"

namespace evenkeel::bench {

/// iperf3 counts UDP payload, and we count IP packets: 1472 of 1500 bytes.
constexpr std::int64_t iperf3_payload = 1472;

/// The part of the output of `iperf3 -J` that we use, from the client or the server.
struct Iperf3Report {
  std::int64_t packets_sent = 0;  ///< client only
  std::int64_t packets_lost = 0;  ///< server only
  double seconds = 0;
  double cpu_seconds = 0;  ///< of the reporting process
  std::vector<Arrival>
      intervals;  ///< payload bytes by interval, with the interval's end as time; from the server: received bytes
};

/// Parses reports of version 3.7 and later. Returns one sentence on failure.
Parsed<Iperf3Report> parse_iperf3(std::string_view json);

/// Runs the plan with iperf3 in UDP mode, with iperf3's own receiver over loopback: packets of 1500 bytes at a constant
/// rate; other plans fail. Does not set iperf3's scheduling class.
SendRun run_iperf3(const SendPlan& plan, const NativeSetup& setup, const std::atomic<bool>& stop,
                   const std::function<void(double)>& progress);

}  // namespace evenkeel::bench
