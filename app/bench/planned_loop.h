#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/bench/send_run.h"
#include "core/pacing/pacer.h"

namespace evenkeel::bench {

/// Valid values of SendPlan::loop: the send loops, "bare", "iperf3".
std::vector<std::string> bench_loop_names();

/// The send loop that a plan names, with its parameters; for "bare", the rmc whose ticks it uses. Null, and one
/// sentence in `error`, if the loop is unknown or a parameter is wrong.
struct PlannedLoop {
  std::unique_ptr<Pacer> loop;
  std::string error;
};
PlannedLoop make_planned_loop(const SendPlan& plan);

/// Bytes dropped by rmc's anti-windup; zero for other pacers.
DataSize forgiven_by(const Pacer& pacer);

}  // namespace evenkeel::bench
